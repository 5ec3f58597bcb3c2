import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maxFileBytes } from '#domain/entities/file/file.types.ts'
import { RequestFault } from '#domain/errors.ts'
import { jsonApiType } from '#domain/model/json-api-type.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency-keys.ts'
import type { Jobs } from '../background-jobs/jobs.ts'
import { cleanStoredFiles } from './clean-stored-files.ts'
import { type DownloadRequest, download } from './download.ts'
import { draftsIn } from './drafts.ts'
import type { FileParts } from './store-upload.ts'
import { upload } from './upload.ts'

type Place = { Params: { group: string; bundle: string; field: string }; Body: Readable | undefined }

const octets = 'application/octet-stream'

/** Uploads and downloads (rules/http-api.md#uploads). */
export function fileRoutes(
  app: FastifyInstance,
  { drafts, jobs, ...dependencies }: Omit<FileParts, 'withDraft'> & { drafts: string; jobs: Jobs },
): void {
  const parts = { ...dependencies, withDraft: draftsIn(drafts) }
  app.route<DownloadRequest>({
    method: ['GET', 'HEAD'],
    url: '/file/:id',
    compress: false,
    handler: (request, reply) => download(parts, request, reply),
  })
  jobs.add(cleanStoredFiles({ ...parts, log: app.log }))
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The bytes are written to the disk as they arrive, and are counted there.
    scope.addContentTypeParser(octets, (_request, payload, done) => done(null, payload))
    scope.post<Place>('/file/upload/:group/:bundle/:field', { bodyLimit: maxFileBytes }, (request, reply) => receive(parts, request, reply))
  })
}

async function* bytesOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    // A refusal during the upload must not close the connection, as the response is sent on it.
    yield* body.iterator({ destroyOnReturn: false })
  } catch {
    throw new RequestFault({ kind: 'bad_request', detail: 'Yhteys katkesi kesken lähetyksen.' })
  }
}

async function receive(parts: FileParts, request: FastifyRequest<Place>, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  if (!request.body) throw new RequestFault({ kind: 'bad_request', detail: `Tiedoston sisältö puuttuu (${octets}).` })
  const length = Number(request.headers['content-length'])
  const answer = await upload(parts, viewer, {
    ...request.params,
    disposition: request.headers['content-disposition'],
    length: Number.isFinite(length) ? length : undefined,
    bytes: bytesOf(request.body),
    idempotencyKey: idempotencyKeyOf(request),
  })
  if (answer.location !== null) reply.header('location', answer.location)
  return reply.code(answer.status).type(jsonApiType).send(Buffer.from(answer.body))
}
