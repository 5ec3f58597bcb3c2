import type { HistoryEntry } from '#domain/calls/change-history.ts'
import type { Field } from '#domain/define-field.ts'
import { type EntityName, registry } from '#domain/registry.ts'
import { formatDate, formatEuros, formatMoment } from './format.ts'

const none = '–'
const isEntity = (name: string): name is EntityName => name in registry

const entityLabel = ({ entiteetti }: Pick<HistoryEntry, 'entiteetti'>): string =>
  isEntity(entiteetti) ? registry[entiteetti].label : entiteetti

/** Kept for machines, or said by the entry itself; people have nothing to read in them. */
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

type Described = Pick<HistoryEntry, 'entiteetti' | 'vid' | 'muutokset'>

/** `Tilaus T-1042 luotu`, `Lähetys L-7 muutettu`. */
export function whatHappened(entry: Described & Pick<HistoryEntry, 'tunniste'>): string {
  return `${entityLabel(entry)} ${entry.tunniste} ${deedOf(entry)}`
}

function deedOf({ vid, muutokset }: Described): string {
  if (vid === 1) return 'luotu'
  const status = muutokset.status
  if (status) return status[1] === 0 || status[1] === false ? 'poistettu' : 'palautettu'
  return 'muutettu'
}

type Named = (id: string) => string | undefined
export type ChangeLine = { field: string; label: string; from: string; to: string }

/** The changes of an entry with the words and values that people know; a new row tells only what was filled in. */
export function changeLines({ entiteetti, vid, muutokset }: Described, nameOf: Named): ChangeLine[] {
  if (!isEntity(entiteetti)) return []
  const fields: Readonly<Record<string, Field>> = registry[entiteetti].fields
  const relations: Readonly<Record<string, { label: string }>> = registry[entiteetti].relations
  return Object.entries(muutokset).flatMap(([key, [before, after]]) => {
    // A reference may be named by its column.
    const name = key in fields || key in relations || key === 'name' ? key : key.replace(/_ids?$/, '')
    const field = fields[name]
    const label = field?.label ?? relations[name]?.label ?? (name === 'name' ? 'Nimi' : null)
    if (label === null || silent.has(name)) return []
    const [from, to] = field
      ? [vid === 1 ? none : showValue(field, before), showValue(field, after)]
      : showReferences(vid === 1 ? null : before, after, nameOf)
    return from === to ? [] : [{ field: name, label, from: from === none ? '' : from, to }]
  })
}

function showValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return none
  switch (field.kind) {
    case 'flag':
    case 'mark':
      return value ? 'Kyllä' : 'Ei'
    case 'day':
      return typeof value === 'number' && value > 0 ? formatDate(value) : none
    case 'moment':
      return typeof value === 'number' && value > 0 ? formatMoment(value) : none
    case 'money':
      return Number(value) === 0 ? none : formatEuros(Number(value))
    case 'choice':
      return field.values[String(value)] || none
    case 'choices':
      return Array.isArray(value) && value.length > 0 ? value.map((item) => field.values[String(item)] ?? String(item)).join(', ') : none
    case 'numbers':
      return Array.isArray(value) && value.length > 0 ? value.map((item) => field.names?.[Number(item)] ?? String(item)).join(', ') : none
    case 'days':
      return Array.isArray(value) && value.length > 0 ? value.map((item) => formatDate(Number(item))).join(', ') : none
    case 'json': {
      const read = field.read(value)
      return 'value' in read ? field.show(read.value) || none : none
    }
    case 'integer':
    case 'decimal':
    case 'sequence':
    case 'coordinate':
      return Number(value) === 0 && field.kind !== 'coordinate' ? none : String(value).replace('.', ',')
    case 'text':
    case 'area':
      return String(value)
  }
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string')
const looksLikeId = (text: string): boolean => /^[0-9a-f]{8}-/.test(text)

/** By name where the page knows them all; else what came and went, as of pictures. */
function showReferences(from: unknown, to: unknown, nameOf: Named): readonly [string, string] {
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
