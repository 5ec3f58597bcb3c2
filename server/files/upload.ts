import { createHash, randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import { type FaultKind, faultKinds, RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { type Model, type Resource, type Rights, relationOf, resourceNamed } from '../jsonapi/model.ts'
import { oneDocument, type Reader } from '../jsonapi/read.ts'
import { answerOnce, type KeptAnswer } from '../jsonapi/repeats.ts'
import { save } from '../jsonapi/save.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { systemRights } from '../rights.ts'
import { fileNameOf } from './file-name.ts'
import { fileTypeOf, headLength } from './file-type.ts'
import { newFile } from './new-file.ts'
import type { FileStore } from './store.ts'

export const mostBytes = 25 * 1024 * 1024

export type FileParts = JsonApi & { files: FileStore; reader: Reader }
export type Upload = {
  /** The field of an entity that the file is for. */
  group: string
  bundle: string
  field: string
  disposition: string | undefined
  length: number | undefined
  bytes: AsyncIterable<Uint8Array>
  repeatKey: string | null
}

const fault = (kind: FaultKind, detail: string = faultKinds[kind].title) => new RequestFault({ kind, detail })

/** Stores the bytes, then the row. A row is never without its bytes; bytes without a row are removed again. */
export async function upload(parts: FileParts, viewer: Viewer, asked: Upload): Promise<KeptAnswer> {
  refuseUnlessWritable(parts.model, parts.rightsOf(viewer), asked)
  if ((asked.length ?? 0) > mostBytes) throw tooLarge()
  const { head, rest } = await takeHead(asked.bytes)
  const type = fileTypeOf(head)
  if (!type) throw fault('unsupported_media', 'Tiedoston tyyppiä ei tueta. Käytä PNG-, JPEG-, WebP- tai PDF-tiedostoa.')
  const filename = fileNameOf(asked.disposition, type)
  const measured = measure(rest)
  const id = randomUUID()
  await parts.files.save(id, measured.bytes)
  const row = {
    id,
    filemime: type.mime,
    filename,
    filesize: measured.size(),
    tarkiste: measured.digest(),
    uri: parts.files.uriOf(id),
    asiakas: viewer.asiakasId,
    lisaaja: viewer.userId,
  }
  try {
    const answer = await keepRow(parts, viewer, asked, row)
    if (!answer.location?.endsWith(id)) await replaceDouble(parts, answer, id)
    return answer
  } catch (error) {
    // Only after a plain refusal: when the connection broke at the commit, the row may be there, and needs its bytes.
    if (error instanceof RequestFault || error instanceof DatabaseError) await parts.files.remove(id)
    throw error
  }
}

/** The answer is an earlier upload's of the same file: these bytes are its double, unless its own were lost on the way. */
async function replaceDouble({ files }: FileParts, { location }: KeptAnswer, id: string): Promise<void> {
  const first = location?.split('/').at(-1) ?? ''
  const kept = await files.open(first)
  kept?.destroy()
  const bytes = kept ? null : await files.open(id)
  if (bytes) await files.save(first, bytes)
  await files.remove(id)
}

/** A relation of the entity that holds files, and that these roles may write in a new row or a stored one. */
function refuseUnlessWritable(model: Model, rights: Rights, { group, bundle, field }: Upload): void {
  const resource = model.byPath.get(`/jsonapi/${group}/${bundle}`)
  const relation = resource && relationOf(resource, field)
  if (!resource || !relation || relation.kind === 'inverse' || relation.to !== 'file') throw fault('not_found')
  if (relation.readOnly || !isWritten(resource, rights, field)) throw fault('forbidden')
}

function isWritten(resource: Resource, rights: Rights, field: string): boolean {
  const reach = rights.reach(resource.name)
  return [reach.create, reach.update].some((cell) => cell && (cell.only === undefined || cell.only.includes(field)))
}

async function keepRow(parts: FileParts, viewer: Viewer, asked: Upload, row: Parameters<typeof newFile>[1]): Promise<KeptAnswer> {
  const { model, rules, pool, reader } = parts
  const now = parts.clock()
  const resource = resourceNamed(model, 'file')
  const { repeatKey } = asked
  const repeat = repeatKey && {
    userId: viewer.userId,
    key: repeatKey,
    asked: `upload ${asked.group}/${asked.bundle}/${asked.field} ${row.filename} ${row.tarkiste}`,
  }
  return answerOnce(pool, repeat || null, now, async (client) => {
    await save({ model, rules, runner: client, viewer, rights: systemRights, now }, [newFile(model, row)])
    const url = `${resource.path}/${row.id}`
    const found = await reader.byIds(client, viewer, parts.rightsOf(viewer), resource, [row.id])
    return { status: 201, location: url, body: oneDocument(found, url) }
  })
}

const tooLarge = () => fault('too_large', 'Tiedosto on liian suuri. Enimmäiskoko on 25 Mt.')

/** The first bytes, before anything is written, and all of them again. */
async function takeHead(bytes: AsyncIterable<Uint8Array>): Promise<{ head: Uint8Array; rest: AsyncIterable<Uint8Array> }> {
  const source = bytes[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (head.length < headLength) {
    const next = await source.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  async function* rest() {
    yield head
    yield* { [Symbol.asyncIterator]: () => source }
  }
  return { head, rest: rest() }
}

function measure(source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of source) {
      size += chunk.length
      if (size > mostBytes) throw tooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  return { bytes: counted(), size: () => size, digest: () => hash.digest('hex') }
}
