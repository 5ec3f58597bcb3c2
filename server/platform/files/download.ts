import { buffer } from 'node:stream/consumers'
import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileKindOf, fileMegabytes, fileTypeOf, type PictureSize, pictureSizes } from '#domain/entities/file/file.types.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Row } from '#domain/model/registry.ts'
import { uuidForm } from '#domain/values/uuid.ts'
import { fairQueue } from '../workers/fair-queue.ts'
import { namesTag, rangeOf } from './byte-range.ts'
import { shrinkPicture } from './pictures.ts'
import type { FileParts } from './store-upload.ts'

export type DownloadRequest = { Params: { id: string }; Querystring: Record<string, unknown> }

/** No served file may run scripts or load anything, whatever its content. */
const filePolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

/**
 * Sends the bytes to a viewer who may read the row. They never change under an id, but the browser revalidates them each time, because rights may
 * have changed; only the browser caches them. `koko` selects a smaller picture.
 */
export async function download(parts: FileParts, request: FastifyRequest<DownloadRequest>, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  const size = requestedSize(request.query)
  const id = request.params.id.toLowerCase()
  const [found] = uuidForm.test(id) ? await parts.engine.load(viewer, 'file', [id]) : []
  if (!found?.mayRead) throw missing()
  const { row } = found
  if (size !== null && fileKindOf(String(row.filemime)) !== 'image') throw noSize('Tiedosto ei ole kuva, joten siitä ei ole eri kokoja.')
  const tag = size === null ? `"${String(row.tarkiste)}"` : `"${String(row.tarkiste)}-${size}"`
  reply.headers({
    'cache-control': 'private, no-cache',
    etag: tag,
    vary: 'authorization',
    'content-security-policy': filePolicy,
    'x-content-type-options': 'nosniff',
  })
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return size === null ? sendWhole(parts, row, tag, request, reply) : sendSmall(parts, row, size, request, reply)
}

async function sendWhole(
  { files }: FileParts,
  { id, filemime, filename, filesize }: Row<'file'>,
  tag: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const whole = Number(filesize)
  const { range: rangeHeader, 'if-range': condition } = request.headers
  const range = condition === undefined || condition === tag ? rangeOf(rangeHeader, whole) : null
  if (range === 'none') {
    reply.removeHeader('etag').header('content-range', `bytes */${whole}`)
    throw new RequestFault({ kind: 'no_range', detail: faultKinds.no_range.title })
  }
  const bytes = request.method === 'HEAD' ? undefined : await files.open(id, range ?? undefined)
  if (bytes === null) throw lost(request, reply)
  const shown = fileTypeOf(String(filemime))?.shown ?? false
  reply
    .type(String(filemime))
    .header('accept-ranges', 'bytes')
    .header('content-length', range ? range.last - range.first + 1 : whole)
    .header('content-disposition', create(String(filename), { type: shown ? 'inline' : 'attachment' }))
  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${whole}`)
  return reply.send(bytes)
}

async function sendSmall(
  parts: FileParts,
  { id }: Row<'file'>,
  size: PictureSize,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { userId: whose } = await request.viewer()
  const small = await smallPicture(parts, id, size, whose)
  if (!small) throw lost(request, reply)
  reply.type('image/webp').header('content-length', small.length).header('content-disposition', 'inline')
  return reply.send(request.method === 'HEAD' ? undefined : small)
}

const underWay = new Map<string, Promise<Buffer | null>>()
/** Each request has the whole picture on this machine's disk; two, so that one is fetched while the other is resized. */
const inQueue = fairQueue({ maxRunning: 2 })

/** Created at the first request, then stored beside the picture. */
async function smallPicture({ files, withDraft }: FileParts, id: string, size: PictureSize, whose: string): Promise<Buffer | null> {
  const name = `${id}.${size}`
  const cached = await files.open(name)
  if (cached) return buffer(cached)
  const make = async (): Promise<Buffer | null> => {
    const whole = await files.open(id)
    const small =
      whole && (await withDraft({ bytes: whole, maxMegabytes: fileMegabytes.max }, ({ path }) => shrinkPicture(path, pictureSizes[size])))
    if (small) await files.save(name, small)
    return small
  }
  const making = underWay.get(name) ?? inQueue({ id: whose }, make).finally(() => underWay.delete(name))
  underWay.set(name, making)
  return making
}

function requestedSize({ koko, _format, ...unknown }: Record<string, unknown>): PictureSize | null {
  const [parameter] = Object.keys(unknown)
  if (parameter !== undefined) throw new RequestFault({ kind: 'bad_request', parameter, detail: `Tuntematon parametri: ${parameter}.` })
  if (koko === undefined) return null
  const size = Object.keys(pictureSizes).find((name): name is PictureSize => name === koko)
  if (!size) throw noSize(`Tuntematon koko. Anna ${Object.keys(pictureSizes).join(' tai ')}.`)
  return size
}

const noSize = (detail: string) => new RequestFault({ kind: 'bad_request', parameter: 'koko', detail })
const missing = () => new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })

function lost(request: FastifyRequest, reply: FastifyReply): RequestFault {
  request.log.error({ path: request.routeOptions.url }, 'the stored bytes of a file are missing')
  reply.removeHeader('etag')
  return missing()
}
