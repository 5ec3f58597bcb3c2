import type { Readable } from 'node:stream'
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestFault } from '#domain/errors.ts'
import { uuidForm } from '../jsonapi/intents.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import { makeReader } from '../jsonapi/read.ts'
import { repeatKeyOf } from '../jsonapi/repeats.ts'
import { loadRows } from '../jsonapi/rows.ts'
import { type JsonApi, jsonApiType } from '../jsonapi/serving.ts'
import { isShown } from './file-type.ts'
import type { FileStore } from './store.ts'
import { type FileParts, mostBytes, upload } from './upload.ts'

type Place = { Params: { group: string; bundle: string; field: string }; Body: Readable | undefined }
type Id = { Params: { id: string } }

const octets = 'application/octet-stream'

/** Files in and out (SPEC section 7). */
export function fileRoutes(app: FastifyInstance, jsonApi: JsonApi & { files: FileStore }): void {
  const parts: FileParts = { ...jsonApi, reader: makeReader(jsonApi.model) }
  app.get<Id>('/file/:id', (request, reply) => download(parts, request, reply))
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The bytes go to the disk as they come; `upload` counts them.
    scope.addContentTypeParser(octets, (_request, payload, done) => done(null, payload))
    scope.post<Place>('/file/upload/:group/:bundle/:field', { bodyLimit: mostBytes }, (request, reply) => receive(parts, request, reply))
  })
}

async function receive(parts: FileParts, request: FastifyRequest<Place>, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  if (!request.body) throw new RequestFault({ kind: 'bad_request', detail: `Tiedoston sisältö puuttuu (${octets}).` })
  const length = Number(request.headers['content-length'])
  const answer = await upload(parts, viewer, {
    ...request.params,
    disposition: request.headers['content-disposition'],
    length: Number.isFinite(length) ? length : undefined,
    // A refusal in the middle must not cut the line that it is answered on.
    bytes: request.body.iterator({ destroyOnReturn: false }),
    repeatKey: repeatKeyOf(request),
  })
  if (answer.location !== null) reply.header('location', answer.location)
  return reply.code(answer.status).type(jsonApiType).send(answer.body)
}

/** Who may read the row gets the bytes. Kept by the browser alone, and asked about each time: rights may have changed. */
async function download(
  { model, pool, files, rightsOf }: FileParts,
  request: FastifyRequest<Id>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await request.viewer()
  const id = request.params.id.toLowerCase()
  const [found] = uuidForm.test(id)
    ? await loadRows(pool, model, rightsOf(viewer), viewer, resourceNamed(model, 'file'), { column: 'id', ids: [id], lock: false })
    : []
  if (!found?.mayRead) throw missing()
  const { filemime, filename, filesize, tarkiste } = found.row
  const tag = `"${String(tarkiste)}"`
  reply.header('cache-control', 'private, no-cache').header('etag', tag).header('vary', 'authorization')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  const bytes = await files.open(id)
  if (!bytes) {
    request.log.error({ file: id }, 'the bytes of a file are missing')
    throw missing()
  }
  return reply
    .type(String(filemime))
    .header('content-length', Number(filesize))
    .header('content-disposition', create(String(filename), { type: isShown(String(filemime)) ? 'inline' : 'attachment' }))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', 'sandbox')
    .send(bytes)
}

const missing = () => new RequestFault({ kind: 'not_found', detail: 'Pyydettyä entiteettiä ei löydy' })
