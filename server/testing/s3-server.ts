// A local server of the S3 protocol, for tests. https://github.com/20minutes/s3rver
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

export type S3Server = { endpoint: string; bucket: string; close: () => Promise<void> }

/** The only keys that it accepts, as environment variables of the AWS client. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'kuorma-s3-'))
  const bucket = 'kuorma'
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    vhostBuckets: false,
    // It computes the signature of a bucket listing differently from the AWS client.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
