// https://docs.aws.amazon.com/AWSJavaScriptSDK/v3/latest/client/s3/
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { checkName, type FileStore, isStoreName } from './file-store.ts'

export type S3Place = {
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  region?: string | undefined
  /** The address of a service other than AWS. */
  endpoint?: string | undefined
}

/**
 * Files in a bucket, with the credentials of AWS's environment variables. Each is stored with one PUT, which is atomic: a
 * failed upload leaves no parts that are billed.
 */
export function s3Files(place: S3Place): FileStore {
  const client = new S3Client(optionsOf(place))
  const objectOf = (name: string) => ({ Bucket: place.bucket, Key: `${place.prefix}${checkName(name)}` })

  async function changedAt(name: string): Promise<number> {
    const found = await client.send(new HeadObjectCommand(objectOf(name))).catch(unlessMissing)
    return secondsOf(found?.LastModified)
  }
  return {
    async save(name, bytes) {
      const put = (Body: Buffer | Readable, ContentLength: number, signal?: AbortSignal) =>
        client.send(new PutObjectCommand({ ...objectOf(name), Body, ContentLength }), signal ? { abortSignal: signal } : {})
      if (Buffer.isBuffer(bytes)) await put(bytes, bytes.length)
      else await reading(bytes.path, (stream, signal) => put(stream, bytes.size, signal))
    },
    async open(name, range) {
      const Range = range && `bytes=${range.first}-${range.last}`
      const found = await client.send(new GetObjectCommand({ ...objectOf(name), Range })).catch(unlessMissing)
      return found?.Body instanceof Readable ? found.Body : null
    },
    async remove(name, notSince) {
      if (notSince !== undefined && (await changedAt(name)) > notSince) return
      await client.send(new DeleteObjectCommand(objectOf(name)))
    },
    async *list() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: place.bucket, Prefix: place.prefix })) {
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const name = Key.slice(place.prefix.length)
          if (isStoreName(name)) yield { name, changed: secondsOf(LastModified) }
        }
      }
    },
  }
}

function optionsOf({ region, endpoint }: S3Place): S3ClientConfig {
  return {
    // Other services than AWS need no region, but the signature does.
    ...(region || endpoint ? { region: region ?? 'us-east-1' } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Many services do not support the SDK's checksums; a file's SHA-256 is in its row.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, socketTimeout: 30_000 },
  }
}

/** The client does not handle errors of the stream that it sends: after a disk error it would wait forever. */
async function reading(path: string, send: (stream: Readable, signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const stream = createReadStream(path)
  const failed = new AbortController()
  stream.on('error', (error) => failed.abort(error))
  try {
    await send(stream, failed.signal)
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error
  } finally {
    stream.destroy()
  }
}

const secondsOf = (date: Date | undefined): number => Math.floor((date?.getTime() ?? 0) / 1000)

function unlessMissing(error: unknown): null {
  // A missing bucket is an error.
  if (error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return null
  throw error
}
