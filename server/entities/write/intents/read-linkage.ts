import { uuidForm } from '#domain/values/uuid.ts'
import { type Model, type Relation, relationOf, resourceNamed } from '../../model.ts'
import { visible } from '../../read/query.ts'
import type { Identifier, Intent, LocalIds, RelationChange } from './intent.ts'
import { isObject, type Reading, setReference, writable } from './read-fields.ts'

/** For a body that may name rows of several types, and rows that it makes itself (by local id). */
export type BodyReading = Reading & { model: Model; localIds: LocalIds }

export function readRelationships(reading: BodyReading, intent: Intent, relationships: unknown): void {
  const { rights, faults } = reading
  const { resource, pointer } = intent
  if (!isObject(relationships)) {
    faults.add('invalid', `${pointer}/relationships`, 'Suhteiden (relationships) on oltava olio.')
    return
  }
  for (const [name, value] of Object.entries(relationships)) {
    const at = `${pointer}/relationships/${name}`
    const relation = relationOf(resource, name)
    if (!relation || !visible(rights, resource, name)) faults.add('invalid', at, `Tuntematon suhde: ${name}.`)
    else if (!isObject(value) || value.data === undefined) faults.add('invalid', at, 'Suhteesta puuttuu data.')
    else readLinkage(reading, intent, { name, relation, how: 'replace', data: value.data, at })
  }
}

type Linkage = { name: string; relation: Relation; how: RelationChange; data: unknown; at: string }

export function readLinkage(reading: BodyReading, intent: Intent, { name, relation, how, data, at }: Linkage): void {
  const { rights, faults } = reading
  const dataAt = intent.place ?? `${at}/data`
  if (relation.kind === 'one') {
    const found = data === null ? null : identify(reading, relation, { item: data, at: dataAt })
    if (found !== undefined) setReference(reading, intent, { name, id: found?.id ?? null, at })
    return
  }
  if (!Array.isArray(data)) {
    faults.add('invalid', dataAt, 'Suhteen datan on oltava luettelo.')
    return
  }
  const found = data.flatMap((item: unknown, index: number) => identify(reading, relation, { item, at: `${dataAt}/${index}` }) ?? [])
  const ids = [...new Set(found.map(({ id }) => id))]
  if (relation.kind === 'inverse') intent.linked[name] = { how, rows: found }
  else {
    const mayWrite = !relation.readOnly && writable(intent, rights, name)
    if (how !== 'replace') intent.members = { [name]: { how, ids, mayWrite } }
    else if (mayWrite) intent.values[name] = ids
    else intent.readOnlyValues[name] = ids
  }
}

/** A resource identifier; undefined when it is faulty. */
function identify(
  { model, localIds, faults }: BodyReading,
  relation: Relation,
  { item, at }: { item: unknown; at: string },
): Identifier | undefined {
  const types = (relation.kind === 'inverse' ? relation.to : [relation.to]).map((name) => resourceNamed(model, name).type)
  if (!isObject(item) || typeof item.type !== 'string' || !types.includes(item.type)) {
    faults.add('invalid', at, `Viittauksen tyypin pitäisi olla ${types.join(' tai ')}.`)
    return undefined
  }
  const id = typeof item.lid === 'string' ? localIds.get(item.lid)?.id : item.id
  if (typeof id === 'string' && uuidForm.test(id)) return { type: item.type, id }
  faults.add('invalid', at, typeof item.lid === 'string' ? `Tuntematon lid: ${item.lid}.` : 'Viittauksen tunnisteen (id) on oltava UUID.')
  return undefined
}
