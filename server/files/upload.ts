import { bytesOfMegabytes } from '#domain/entities/file/file.types.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { type Model, type Resource, type Rights, relationOf, resourceNamed } from '../jsonapi/model.ts'
import { oneDocument, type Reader } from '../jsonapi/read.ts'
import { type KeptAnswer, storeOnce } from '../jsonapi/repeats.ts'
import { save } from '../jsonapi/save.ts'
import { systemRights } from '../rights.ts'
import { tooLarge } from './drafts.ts'
import { givenName } from './file-name.ts'
import { type NewFile, newFile } from './new-file.ts'
import { type FileParts, takeIn } from './take-in.ts'

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

/** Takes a file in for a field that this person may write; it hangs there once the field is written. */
export async function upload(parts: FileParts & { reader: Reader }, viewer: Viewer, asked: Upload): Promise<KeptAnswer> {
  refuseUnlessWritable(parts.model, parts.rightsOf(viewer), asked)
  const { tiedoston_enimmaiskoko: most } = await parts.settings()
  if ((asked.length ?? 0) > bytesOfMegabytes(most)) throw tooLarge(most)
  const name = givenName(asked.disposition)
  return takeIn(parts, viewer, { bytes: asked.bytes, most, name }, (row) => keepRow(parts, viewer, asked, row))
}

/** A relation of the entity that holds files, and that these roles may write in a new row or a stored one. */
function refuseUnlessWritable(model: Model, rights: Rights, { group, bundle, field }: Upload): void {
  const resource = model.byPath.get(`/jsonapi/${group}/${bundle}`)
  const relation = resource && relationOf(resource, field)
  if (!resource || !relation || relation.kind === 'inverse' || relation.to !== 'file')
    throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  if (relation.readOnly || !isWritten(resource, rights, field))
    throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
}

function isWritten(resource: Resource, rights: Rights, field: string): boolean {
  const reach = rights.reach(resource.name)
  return [reach.create, reach.update].some((cell) => cell && (cell.only === undefined || cell.only.includes(field)))
}

async function keepRow(parts: FileParts & { reader: Reader }, viewer: Viewer, asked: Upload, row: NewFile): Promise<KeptAnswer> {
  const { model, rules, pool, reader } = parts
  const now = parts.clock()
  const resource = resourceNamed(model, 'file')
  const { repeatKey } = asked
  const said = `upload ${asked.group}/${asked.bundle}/${asked.field} ${row.filename} ${row.tarkiste}`
  const repeat = repeatKey === null ? null : { userId: viewer.userId, key: repeatKey, asked: said }
  return storeOnce(pool, repeat, now, async (client) => {
    await save({ model, rules, runner: client, viewer, rights: systemRights, now }, [newFile(model, row)])
    const url = `${resource.path}/${row.id}`
    const found = await reader.byIds(client, viewer, parts.rightsOf(viewer), resource, [row.id])
    return { status: 201, location: url, body: oneDocument(found, url).join('') }
  })
}
