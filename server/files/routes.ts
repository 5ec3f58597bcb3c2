import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mostFileBytes } from '#domain/entities/file/file.types.ts'
import { RequestFault } from '#domain/errors.ts'
import { makeReader, type Reader } from '../jsonapi/read.ts'
import { repeatKeyOf } from '../jsonapi/repeats.ts'
import { type JsonApi, jsonApiType } from '../jsonapi/serving.ts'
import type { FileStore } from '../ports/files/file-store.ts'
import type { SettingsReader } from '../settings/settings.ts'
import { type Asked, download } from './download.ts'
import { draftsIn } from './drafts.ts'
import { pictureCalls } from './picture-calls.ts'
import type { FileParts } from './take-in.ts'
import { upload } from './upload.ts'

type Place = { Params: { group: string; bundle: string; field: string }; Body: Readable | undefined }

const octets = 'application/octet-stream'

/** Files in and out (SPEC section 7). */
export function fileRoutes(
  app: FastifyInstance,
  { drafts, ...given }: JsonApi & { files: FileStore; drafts: string; settings: SettingsReader },
): void {
  const parts = { ...given, withDraft: draftsIn(drafts), reader: makeReader(given.model) }
  app.route<Asked>({
    method: ['GET', 'HEAD'],
    url: '/file/:id',
    compress: false,
    handler: (request, reply) => download(parts, request, reply),
  })
  pictureCalls(app, parts)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The bytes go to the disk as they come, and are counted there.
    scope.addContentTypeParser(octets, (_request, payload, done) => done(null, payload))
    scope.post<Place>('/file/upload/:group/:bundle/:field', { bodyLimit: mostFileBytes }, (request, reply) =>
      receive(parts, request, reply),
    )
  })
}

async function* arriving(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    // A refusal in the middle must not cut the line that it is answered on.
    yield* body.iterator({ destroyOnReturn: false })
  } catch {
    throw new RequestFault({ kind: 'bad_request', detail: 'Yhteys katkesi kesken lähetyksen.' })
  }
}

async function receive(parts: FileParts & { reader: Reader }, request: FastifyRequest<Place>, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  if (!request.body) throw new RequestFault({ kind: 'bad_request', detail: `Tiedoston sisältö puuttuu (${octets}).` })
  const length = Number(request.headers['content-length'])
  const answer = await upload(parts, viewer, {
    ...request.params,
    disposition: request.headers['content-disposition'],
    length: Number.isFinite(length) ? length : undefined,
    bytes: arriving(request.body),
    repeatKey: repeatKeyOf(request),
  })
  if (answer.location !== null) reply.header('location', answer.location)
  return reply.code(answer.status).type(jsonApiType).send(Buffer.from(answer.body))
}
