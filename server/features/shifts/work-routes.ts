import { randomUUID } from 'node:crypto'
import { type Fault, faultKinds, RequestFault } from '#domain/errors.ts'
import type { ShiftOperation, ShiftOperationsAnswer, ShiftUndo } from '#domain/features/shifts/shift-operations.ts'
import type { Row } from '#domain/model/registry.ts'
import { addRow, removeRow, updateRow } from '#server/entities/engine.ts'
import { workRoutesNamed } from './queries.ts'
import { emptyAnswer, type Operating, parsedValues, type Versions } from './save-shifts.ts'

type WorkRouteInput = Extract<ShiftOperation, { operation: 'OPERATION_SAVE_REITTI' }>['tyoreitti']

const notFound = (pointer: string) => new RequestFault({ kind: 'not_found', pointer, detail: faultKinds.not_found.title })

/** Saves a work route: a new one, a stored one, its removal or its return. */
export async function saveWorkRoute(operating: Operating, { id: requested, ...input }: WorkRouteInput, versions: Versions) {
  const { engine, client, viewer } = operating
  const id = requested === 'new' ? randomUUID() : requested
  const pointer = '/tyoreitti'
  const { status, lisatiedot, ...rest } = input
  const faults: Fault[] = []
  const note = lisatiedot === undefined ? {} : { lisatiedot: { value: lisatiedot } }
  const values = parsedValues('tyoreitti', { ...rest, ...note }, { at: pointer, faults })
  if (faults.length > 0) throw new RequestFault(faults)
  const [stored] = await engine.load(viewer, 'tyoreitti', [id], { lock: true, runner: client })
  const vid = versions?.[id] ?? null
  if (status === 0) {
    if (stored?.row.status !== 1) throw notFound('/tyoreitti/id')
    await engine.save(viewer, [removeRow('tyoreitti', id, { vid, pointer })], { client })
  } else if (stored) {
    // Somebody has removed it: `status` 1 brings it back, an edit does not.
    if (stored.row.status === 0 && status !== 1) throw new RequestFault({ kind: 'conflict', pointer, detail: 'Työreitti on poistettu.' })
    await engine.save(viewer, [updateRow('tyoreitti', id, { status: 1, ...values }, { vid, pointer })], { client })
  } else await engine.save(viewer, [addRow('tyoreitti', values, { id, pointer })], { client })
  return answerOf(operating, { id, before: stored?.row ?? null })
}

/** Replaces the note of a work route. */
export async function setRouteNote(operating: Operating, { id, lisatiedot }: { id: string; lisatiedot: string }, versions: Versions) {
  const { engine, client, viewer } = operating
  const [stored] = await engine.load(viewer, 'tyoreitti', [id], { lock: true, runner: client })
  if (stored?.row.status !== 1) throw notFound('/id')
  const faults: Fault[] = []
  const values = parsedValues('tyoreitti', { lisatiedot: { value: lisatiedot } }, { at: '', faults })
  if (faults.length > 0) throw new RequestFault(faults)
  await engine.save(viewer, [updateRow('tyoreitti', id, values, { vid: versions?.[id] ?? null })], { client })
  return answerOf(operating, { id, before: stored.row })
}

async function answerOf(
  { engine, client, viewer }: Operating,
  { id, before }: { id: string; before: Row<'tyoreitti'> | null },
): Promise<ShiftOperationsAnswer> {
  const rows = await workRoutesNamed(client, [id])
  const found = rows.find((row) => row.id === id && !row.poistettu)
  const [after] = await engine.load(viewer, 'tyoreitti', [id], { runner: client })
  return {
    ...emptyAnswer,
    results: [{ id, success: true }],
    tyoreitit: found ? [withoutFlag(found)] : [],
    poistetut: found ? [] : [id],
    kumoa: { operation: 'OPERATION_SAVE_REITTI', tyoreitti: earlier(id, before), versiot: { [id]: after?.row.vid ?? 0 } },
  }
}

const withoutFlag = <T extends { poistettu: boolean }>({ poistettu: _, ...row }: T): Omit<T, 'poistettu'> => row

function earlier(id: string, row: Row<'tyoreitti'> | null): Extract<ShiftUndo, { operation: 'OPERATION_SAVE_REITTI' }>['tyoreitti'] {
  if (!row) return { id, status: 0 }
  const { status, name, reittinro, color, tila, alkuaika, kesto, lisatiedot, kuljettaja, auto, vakioreitti } = row
  return { id, status, name, reittinro, color, tila, alkuaika, kesto, lisatiedot: lisatiedot.value, kuljettaja, auto, vakioreitti }
}

/** Gives the work routes the order of the ids; those that are not named come after them in the order that they had. */
export async function setRouteOrder(operating: Operating, ids: readonly string[], versions: Versions): Promise<ShiftOperationsAnswer> {
  const { engine, client, viewer } = operating
  await engine.load(viewer, 'tyoreitti', ids, { lock: true, runner: client })
  const stored = (await workRoutesNamed(client, [])).filter(({ poistettu }) => !poistettu)
  const known = new Map(stored.map((route) => [route.id, route]))
  const named = ids.filter((id) => known.has(id))
  const inOrder = [...named, ...stored.map(({ id }) => id).filter((id) => !named.includes(id))]
  const changed = inOrder.flatMap((id, index) => (known.get(id)?.jarjestys === index + 1 ? [] : [{ id, jarjestys: index + 1 }]))
  const changes = changed.map(({ id, jarjestys }) => updateRow('tyoreitti', id, { jarjestys }, { vid: versions?.[id] ?? null }))
  await engine.save(viewer, changes, { client })
  const after = (await workRoutesNamed(client, [])).map(withoutFlag)
  return {
    ...emptyAnswer,
    results: ids.map((id) => (known.has(id) ? { id, success: true } : { id, success: false, message: faultKinds.not_found.title })),
    tyoreitit: after,
    kumoa:
      changed.length === 0
        ? null
        : {
            operation: 'OPERATION_SET_WEIGHTS',
            ids: stored.map(({ id }) => id),
            versiot: Object.fromEntries(after.flatMap(({ id, vid }) => (changed.some((one) => one.id === id) ? [[id, vid]] : []))),
          },
  }
}
