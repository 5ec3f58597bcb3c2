import type { HistoryEntry } from '#domain/features/history/change-history.ts'
import type { Field } from '#domain/model/define-field.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { noValue as none, shownValue } from '../fields/field-text.ts'

const isEntity = (name: string): name is EntityName => name in registry

const entityLabel = ({ entiteetti }: Pick<HistoryEntry, 'entiteetti'>): string =>
  isEntity(entiteetti) ? registry[entiteetti].label : entiteetti

/** Technical fields, and fields that the entry itself already shows. */
const silent = new Set([
  'vid',
  'changed',
  'created',
  'revision_created',
  'revision_log_message',
  'drupal_internal__id',
  'tila_weight',
  'avoin',
  'id',
])

type EntryChanges = Pick<HistoryEntry, 'entiteetti' | 'vid' | 'muutokset'>

/** `Tilaus T-1042 luotu`, `Lähetys L-7 muutettu`. */
export function entrySentence(entry: EntryChanges & Pick<HistoryEntry, 'tunniste'>): string {
  return `${entityLabel(entry)} ${entry.tunniste} ${verbOf(entry)}`
}

function verbOf({ vid, muutokset }: EntryChanges): string {
  if (vid === 1) return 'luotu'
  const status = muutokset.status
  if (status) return status[1] === 0 || status[1] === false ? 'poistettu' : 'palautettu'
  return 'muutettu'
}

type NameOf = (id: string) => string | undefined
export type ChangeLine = { field: string; label: string; from: string; to: string }

/** The changes of an entry with the labels and values of the registry; for a new row only the fields that were filled in. */
export function changeLines({ entiteetti, vid, muutokset }: EntryChanges, nameOf: NameOf): ChangeLine[] {
  if (!isEntity(entiteetti)) return []
  const fields: Readonly<Record<string, Field>> = registry[entiteetti].fields
  const relations: Readonly<Record<string, { label: string }>> = registry[entiteetti].relations
  return Object.entries(muutokset).flatMap(([key, [before, after]]) => {
    // The history may name a reference by its column.
    const name = key in fields || key in relations || key === 'name' ? key : key.replace(/_ids?$/, '')
    const field = fields[name]
    const label = field?.label ?? relations[name]?.label ?? (name === 'name' ? 'Nimi' : null)
    if (label === null || silent.has(name)) return []
    const [from, to] = field
      ? [vid === 1 ? none : shownValue(field, before), shownValue(field, after)]
      : showReferences(vid === 1 ? null : before, after, nameOf)
    return from === to ? [] : [{ field: name, label, from: from === none ? '' : from, to }]
  })
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string')
const looksLikeId = (text: string): boolean => /^[0-9a-f]{8}-/.test(text)

/** By name where the page knows all of them; otherwise the numbers added and removed, for example of pictures. */
function showReferences(from: unknown, to: unknown, nameOf: NameOf): readonly [string, string] {
  const [before, after] = [idsOf(from), idsOf(to)]
  const names = (ids: readonly string[]) => ids.flatMap((id) => nameOf(id) ?? (looksLikeId(id) ? [] : id))
  if (names([...before, ...after]).length === before.length + after.length)
    return [names(before).join(', ') || none, names(after).join(', ') || none]
  const added = after.filter((id) => !before.includes(id)).length
  const removed = before.filter((id) => !after.includes(id)).length
  if (added === 0 && removed === 0) return [none, none]
  if (Array.isArray(to)) return [none, [added > 0 && `${added} lisätty`, removed > 0 && `${removed} poistettu`].filter(Boolean).join(', ')]
  return [none, removed === 0 ? 'lisätty' : added === 0 ? 'poistettu' : 'vaihdettu']
}
