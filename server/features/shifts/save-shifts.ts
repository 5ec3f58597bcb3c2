import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { type Fault, faultKinds, outdated, RequestFault } from '#domain/errors.ts'
import {
  maxShiftsAtOnce,
  type ShiftOperation,
  type ShiftOperationsAnswer,
  type ShiftUndo,
} from '#domain/features/shifts/shift-operations.ts'
import type { Field } from '#domain/model/define-field.ts'
import { type EntityName, type Row, registry } from '#domain/model/registry.ts'
import { parseField } from '#domain/model/validation.ts'
import { addRow, type RowChange, removeRow, updateRow } from '#server/entities/engine.ts'
import { type ShiftParts, warningsAbout } from './calendar-data.ts'
import { announceShiftOrders, shiftsById, storedVersions } from './queries.ts'

/** What an operation works with: in the transaction of the call. */
export type Operating = ShiftParts & { client: PoolClient; viewer: Viewer }
export type Versions = Readonly<Record<string, number>> | undefined
type Result = ShiftOperationsAnswer['results'][number]

/** A change of one shift: values of a new or a stored one (`status` too), or its removal. */
export type ShiftChange = {
  id: string
  values: Partial<Row<'tyovuoro'>> | 'remove'
  /** A shift that is not stored is made; otherwise it is a failed result. */
  mayAdd: boolean
  pointer: string
}

export const emptyAnswer: ShiftOperationsAnswer = {
  ...{ success: true, results: [], tyovuorot: [], tyoreitit: [], poistetut: [], huomautukset: [], viestit: [], kumoa: null },
}

const tooManyShifts = `Muutos koskee yli ${maxShiftsAtOnce} vuoroa. Rajaa päiviä tai kuljettajia.`

/** Saves the changes in one transaction, all or nothing; ids that are not found are failed results. Answers the new rows and how to undo it. */
export async function saveShifts(
  operating: Operating,
  changes: readonly ShiftChange[],
  versions: Versions,
): Promise<ShiftOperationsAnswer> {
  const { engine, client, viewer } = operating
  if (changes.length === 0) return emptyAnswer
  // What fills or publishes more could not be undone.
  if (changes.length > maxShiftsAtOnce) throw new RequestFault({ kind: 'invalid', pointer: '', detail: tooManyShifts })
  const stored = await engine.load(
    viewer,
    'tyovuoro',
    changes.map(({ id }) => id),
    { lock: true, runner: client },
  )
  const before = new Map(stored.map(({ row }) => [row.id, row]))
  const results: Result[] = []
  const saved: string[] = []
  const rowChanges = changes.flatMap((change): RowChange[] => {
    const rowChange = rowChangeOf(change, before.get(change.id), versions?.[change.id] ?? null)
    results.push(rowChange ? { id: change.id, success: true } : { id: change.id, success: false, message: faultKinds.not_found.title })
    if (rowChange) saved.push(change.id)
    return rowChange ? [rowChange] : []
  })
  await engine.save(viewer, rowChanges, { client })
  const tyovuorot = await shiftsById(client, saved)
  const published = tyovuorot.filter(({ id, tila }) => tila === 'PUBLISHED' && before.get(id)?.tila !== 'PUBLISHED')
  await announceShiftOrders(client, { shifts: published.map(({ id }) => id), now: operating.clock() })
  const live = new Set(tyovuorot.map(({ id }) => id))
  return {
    ...emptyAnswer,
    results,
    tyovuorot,
    poistetut: saved.filter((id) => !live.has(id)),
    huomautukset: await warningsAbout(operating, client, tyovuorot),
    kumoa: await undoOf(operating, saved, before),
  }
}

/** Throws 409 when a row named in `versiot` has another version now. */
export async function refuseOldVersions(client: PoolClient, versions: Versions): Promise<void> {
  const ids = Object.keys(versions ?? {})
  if (ids.length === 0) return
  const stored = await storedVersions(client, ids)
  const old = ids.filter((id) => stored.has(id) && stored.get(id) !== versions?.[id])
  if (old.length > 0) throw new RequestFault(old.map((id) => outdated(`/versiot/${id}`)))
}

function rowChangeOf(
  { id, values, mayAdd, pointer }: ShiftChange,
  stored: Row<'tyovuoro'> | undefined,
  vid: number | null,
): RowChange | null {
  if (values === 'remove') return stored?.status === 1 ? removeRow('tyovuoro', id, { vid, pointer }) : null
  if (stored && (stored.status === 1 || values.status === 1)) return updateRow('tyovuoro', id, values, { vid, pointer })
  // Somebody has removed it: `status` 1 brings it back, an edit does not.
  if (stored && mayAdd) throw new RequestFault({ kind: 'conflict', pointer, detail: 'Vuoro on poistettu.' })
  return mayAdd && !stored ? addRow('tyovuoro', values, { id, pointer }) : null
}

/** The call that brings the shifts back as they were: those that did not exist are removed again. */
async function undoOf(
  { engine, client, viewer }: Operating,
  ids: readonly string[],
  before: ReadonlyMap<string, Row<'tyovuoro'>>,
): Promise<ShiftUndo | null> {
  if (ids.length === 0) return null
  const after = await engine.load(viewer, 'tyovuoro', ids, { runner: client })
  const tyovuorot = ids.map((id) => {
    const row = before.get(id)
    if (!row) return { id, status: 0 as const }
    const { status, paiva, alkuaika, kesto, tila, tyyppi, tyoreitti, kuljettaja, kuljettaja_default, auto } = row
    return { id, status, paiva, alkuaika, kesto, tila, tyyppi, tyoreitti, kuljettaja, kuljettaja_default, auto }
  })
  const versiot = Object.fromEntries(after.map(({ row }) => [row.id, row.vid]))
  return { operation: 'OPERATION_SAVE_MANY', tyovuorot, versiot }
}

type ShiftInput = Extract<ShiftOperation, { operation: 'OPERATION_SAVE' }>['tyovuoro']

/** Shifts as they were sent, checked field by field; `pointer` is where they stand in the call. */
export function changesFrom(inputs: readonly ShiftInput[], pointer: (index: number) => string): ShiftChange[] {
  const faults: Fault[] = []
  const changes = inputs.map(({ id, ...input }, index): ShiftChange => {
    const at = pointer(index)
    const { status, ...values } = input
    const parsed = parsedValues('tyovuoro', values, { at, faults })
    if (status === 0) return { id: id === 'new' ? randomUUID() : id, values: 'remove', mayAdd: false, pointer: at }
    const restored = status === 1 ? { status } : {}
    return { id: id === 'new' ? randomUUID() : id, values: { ...parsed, ...restored }, mayAdd: true, pointer: at }
  })
  if (faults.length > 0) throw new RequestFault(faults)
  return changes
}

/** The values of fields in their stored form, with the limits of the entity; relations as they are. Faults are collected. */
export function parsedValues<N extends EntityName>(
  entity: N,
  values: Readonly<Record<string, unknown>>,
  { at, faults }: { at: string; faults: Fault[] },
): Partial<Row<N>> {
  const fields: Readonly<Record<string, Field>> = registry[entity].fields
  const parsed = Object.entries(values).flatMap(([name, input]): [string, unknown][] => {
    if (input === undefined) return []
    const field = name === 'name' ? nameField : fields[name]
    if (!field) return [[name, input]]
    const read = parseField(field, input)
    if ('value' in read) return [[name, read.value]]
    faults.push({ kind: 'invalid', pointer: `${at}/${name}`, detail: read.fault })
    return []
  })
  // Named fields of the entity, each with a value of its kind.
  return Object.fromEntries(parsed) as Partial<Row<N>>
}
const nameField: Field = { kind: 'text', label: 'Nimi', default: '', max: 255 }
