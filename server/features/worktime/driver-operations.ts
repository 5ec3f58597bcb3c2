import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { noRecording, type Recording } from '#domain/entities/worktime/recording.ts'
import type { ReviewReason, TaskType } from '#domain/entities/worktime/task-types.ts'
import { lockedFault } from '#domain/entities/worktime/worktime.rules.ts'
import { RequestFault } from '#domain/errors.ts'
import { type ActionTime, actionTime, oldestAction } from '#domain/features/worktime/action-time.ts'
import type { DriverOperation, DriverOperationAnswer } from '#domain/features/worktime/driver-calls.ts'
import { type Placement, placeEnd, placeStart, placeTask } from '#domain/features/worktime/place-action.ts'
import { outsideReasons } from '#domain/features/worktime/task-place.ts'
import type { Context } from '#server/context.ts'
import { addRow, type RowChange, system, systemFor, updateRow } from '#server/entities/engine.ts'
import { driverDayOf, openDayOf } from './driver-day.ts'
import { recordOwner, recordsNear, taskOwner, tasksOfRecord } from './queries.ts'

type Operating = Pick<Context, 'engine' | 'clock'> & { client: PoolClient; viewer: Viewer }
type Start = Extract<DriverOperation, { operation: 'POST_OPERATION_START_DAY' }>
type Task = Extract<DriverOperation, { operation: 'POST_OPERATION_START_TASK' }>
type Near = Awaited<ReturnType<typeof recordsNear>>[number]
/** The changes of an operation, and the record that it is about. */
type Outcome = { changes: readonly RowChange[]; record: string | null }

/** Carries out an operation of the driver (rules/worktime.md#calls), in the caller's transaction. */
export async function operateDriver(operating: Operating, input: DriverOperation): Promise<DriverOperationAnswer> {
  const { engine, client, viewer, clock } = operating
  // All calls of one driver follow each other, so that two devices cannot start two days.
  await engine.load(system, 'user', [viewer.userId], { lock: true, runner: client })
  const { changes, record } = await outcomeOf(operating, input)
  await engine.save(systemFor(viewer), changes, { client })
  const of = { driver: viewer.userId, now: clock() }
  const data = await openDayOf(client, of)
  const kirjaus = record === null || record === data?.id ? data : await driverDayOf(client, { ...of, id: record })
  return { success: true, data, kirjaus: record === null ? null : kirjaus }
}

async function outcomeOf(operating: Operating, input: DriverOperation): Promise<Outcome> {
  switch (input.operation) {
    case 'POST_OPERATION_START_DAY':
      return startDay(operating, input)
    case 'POST_OPERATION_START_TASK':
      return startTask(operating, input)
    case 'POST_OPERATION_END_DAY':
      return endDay(operating, input)
  }
}

const refuse = (field: string, detail: string): never => {
  throw new RequestFault({ kind: 'invalid', pointer: `/${field}`, detail })
}
const refuseId = (): never => {
  throw new RequestFault({ kind: 'conflict', pointer: '/id', detail: 'Tällä tunnisteella (id) on jo rivi.' })
}

const timeFaults = { tulevaisuudessa: 'Aika ei voi olla tulevaisuudessa.', liian_vanha: 'Aika on liian kaukana menneessä.' } as const

type GivenTime = { given: number | undefined; offset: number | null | undefined }

function timeOf({ clock }: Operating, field: string, given: GivenTime): ActionTime {
  const time = actionTime(given, clock())
  return typeof time === 'string' ? refuse(field, timeFaults[time]) : time
}

const day = 86_400
/** The records around an action, and all later ones: no action is older than these days. */
const nearTo = ({ client, viewer }: Operating, at: number): Promise<Near[]> =>
  recordsNear(client, { driver: viewer.userId, min: at - 8 * day, max: at + oldestAction + day })

async function startDay(operating: Operating, input: Start): Promise<Outcome> {
  const { client, viewer } = operating
  const time = timeOf(operating, 'alkuaika', { given: input.alkuaika, offset: input.laitteen_ero })
  const { id } = input
  if (id !== undefined) {
    const owner = await recordOwner(client, { driver: viewer.userId, id })
    if (owner === 'other') refuseId()
    if (owner === 'own') return { changes: [], record: id }
  }
  const near = await nearTo(operating, time.at)
  const placement = time.isQueued ? placeStart(near, time.at) : typedStart(near, time.at)
  if (placement.kind === 'record') return noteOtherDevice(placement, { near, time, laji: 'alku' })
  const isOpen = placement.kind === 'new' && placement.isOpen
  const reasons = placement.kind === 'new' ? placement.reasons : []
  const auto = await carOf(operating, input, reasons)
  const first = { id: randomUUID(), tyyppi: input.tyyppi, taskReasons: [], place: {} }
  return newRecord(operating, { id: id ?? randomUUID(), auto, time, isOpen, reasons, first })
}

/** The car; of a queued start, null with a reason when it is no longer in use. */
async function carOf({ engine, client }: Operating, { auto, laitteen_ero }: Start, reasons: ReviewReason[]): Promise<string | null> {
  if (auto === null || laitteen_ero === undefined) return auto
  const [car] = await engine.load(system, 'auto', [auto], { runner: client })
  if (car?.row.status === 1) return auto
  reasons.push('auto')
  return null
}

function typedStart(near: readonly Near[], at: number): Placement {
  const open = near.find(({ loppuaika }) => loppuaika === 0)
  if (open) return { kind: 'record', id: open.id, reasons: [], taskReasons: [] }
  if (near.some(({ alkuaika, loppuaika }) => alkuaika > at || loppuaika > at))
    refuse('alkuaika', 'Työpäivä on päällekkäin aiemman kirjauksen kanssa.')
  return { kind: 'new', isOpen: true, reasons: [] }
}

type FirstTask = { id: string; tyyppi: TaskType; taskReasons: ReviewReason[]; place: Place }
type NewRecord = { id: string; auto: string | null; time: ActionTime; isOpen: boolean; reasons: readonly ReviewReason[]; first: FirstTask }

function newRecord({ viewer }: Operating, { id, auto, time, isOpen, reasons, first }: NewRecord): Outcome {
  const alkuperainen: Recording = { ...noRecording, alku: time.stamp, tehtavat: [{ ...time.stamp, id: first.id, tyyppi: first.tyyppi }] }
  const record = {
    kuljettaja: viewer.userId,
    auto,
    alkuaika: time.at,
    loppuaika: isOpen ? 0 : time.at,
    tarkista: [...new Set([...reasons, ...time.reasons])],
    alkuperainen,
  }
  return {
    record: id,
    changes: [addRow('tyovuoro_kirjaus', record, { id }), taskRow(first, { record: id, at: time.at, reasons: first.taskReasons })],
  }
}

type Place = { latitude?: number | null; longitude?: number | null; address_print?: string }
const placeOf = ({ latitude, longitude, address_print }: Task): Place => ({
  latitude: latitude ?? null,
  longitude: longitude ?? null,
  address_print: address_print ?? '',
})

const taskRow = (
  { id, tyyppi, place }: Pick<FirstTask, 'id' | 'tyyppi' | 'place'>,
  { record, at, reasons }: { record: string; at: number; reasons: ReviewReason[] },
): RowChange => addRow('tyovuoro_kirjaus_tehtava', { tyovuoro_kirjaus: record, tyyppi, alkuaika: at, tarkista: reasons, ...place }, { id })

type InRecord = Extract<Placement, { kind: 'record' }>

/** A start or an end from another device, of a day that has one already: it is kept beside the day's own. */
function noteOtherDevice(
  { id, reasons }: InRecord,
  { near, time, laji }: { near: readonly Near[]; time: ActionTime; laji: 'alku' | 'loppu' },
): Outcome {
  const record = near.find((one) => one.id === id)
  if (!record || !time.isQueued) return { changes: [], record: id }
  const { alkuperainen } = record
  const { saapui: _, ...sent } = time.stamp
  const known = [alkuperainen[laji], ...alkuperainen.muut.filter((other) => other.laji === laji)]
  if (known.some((stamp) => stamp?.aika === sent.aika && stamp.laitteen_aika === sent.laitteen_aika)) return { changes: [], record: id }
  const values = {
    alkuperainen: { ...alkuperainen, muut: [...alkuperainen.muut, { ...time.stamp, laji }] },
    tarkista: withReasons(record, [...reasons, ...time.reasons]),
  }
  return { changes: [updateRow('tyovuoro_kirjaus', id, values)], record: id }
}

const withReasons = ({ tarkista, tarkistettu }: Near, reasons: readonly ReviewReason[]): ReviewReason[] => [
  ...new Set([...tarkista, ...reasons, ...(tarkistettu ? (['lukittu'] as const) : [])]),
]

async function startTask(operating: Operating, input: Task): Promise<Outcome> {
  const { client, viewer } = operating
  const time = timeOf(operating, 'alkuaika', { given: input.alkuaika, offset: input.laitteen_ero })
  const id = input.id ?? randomUUID()
  const known = await taskOwner(client, { driver: viewer.userId, id })
  if (known?.owned === 'other') refuseId()
  if (known) return { changes: [], record: known.record }
  const near = await nearTo(operating, time.at)
  const placement = time.isQueued ? placeTask(near, time.at) : typedTask(near, time.at)
  const task = { id, tyyppi: input.tyyppi, place: placeOf(input) }
  if (placement.kind === 'new') {
    const first = { ...task, taskReasons: time.reasons }
    return newRecord(operating, { id: randomUUID(), auto: null, time, isOpen: placement.isOpen, reasons: placement.reasons, first })
  }
  const record = placement.kind === 'record' ? near.find((one) => one.id === placement.id) : undefined
  if (placement.kind !== 'record' || !record) return refuse('operation', noDay)
  return addTask(operating, { record, placement, time, task })
}

const noDay = 'Työpäivä ei ole käynnissä. Aloita ensin työpäivä.'

function typedTask(near: readonly Near[], at: number): Placement {
  const open = near.find(({ loppuaika }) => loppuaika === 0)
  if (!open) return refuse('operation', noDay)
  if (at < open.alkuaika) refuse('alkuaika', 'Työtehtävä ei voi alkaa ennen työpäivän alkua.')
  if (open.tarkistettu) refuse('operation', lockedFault)
  return { kind: 'record', id: open.id, reasons: [], taskReasons: [] }
}

type AddedTask = { record: Near; placement: InRecord; time: ActionTime; task: Pick<FirstTask, 'id' | 'tyyppi' | 'place'> }

async function addTask({ client }: Operating, { record, placement, time, task }: AddedTask): Promise<Outcome> {
  const nothing = { changes: [], record: record.id }
  if (record.alkuperainen.tehtavat.some(({ id }) => id === task.id)) return nothing
  const tasks = await tasksOfRecord(client, record.id)
  // The task of the same type that runs already goes on (rules/worktime.md#starting-and-ending).
  if (tasks.findLast(({ alkuaika }) => alkuaika <= time.at)?.tyyppi === task.tyyppi) return nothing
  const alkuperainen: Recording = {
    ...record.alkuperainen,
    tehtavat: [...record.alkuperainen.tehtavat, { ...time.stamp, id: task.id, tyyppi: task.tyyppi }],
  }
  const tarkista = withReasons(record, placement.reasons)
  // A checked record is locked: what arrives for it later is kept in the recording, and the flag asks a person to look at it.
  if (record.tarkistettu) return { changes: [updateRow('tyovuoro_kirjaus', record.id, { alkuperainen, tarkista })], record: record.id }
  const end = placement.end === undefined ? {} : { loppuaika: placement.end }
  const reasons = [...new Set([...placement.taskReasons, ...time.reasons])]
  return {
    record: record.id,
    changes: [
      updateRow('tyovuoro_kirjaus', record.id, { alkuperainen, tarkista, ...end }),
      taskRow(task, { record: record.id, at: time.at, reasons }),
    ],
  }
}

async function endDay(operating: Operating, input: Extract<DriverOperation, { operation: 'POST_OPERATION_END_DAY' }>): Promise<Outcome> {
  const time = timeOf(operating, 'loppuaika', { given: input.loppuaika, offset: input.laitteen_ero })
  const near = await nearTo(operating, time.at)
  const placement = time.isQueued ? placeEnd(near, time.at) : typedEnd(near, time.at)
  if (placement.kind !== 'record') return { changes: [], record: null }
  const record = near.find(({ id }) => id === placement.id)
  if (!record) return { changes: [], record: null }
  const { end } = placement
  if (end === undefined || record.tarkistettu) return noteOtherDevice(placement, { near, time, laji: 'loppu' })
  const late = (await tasksOfRecord(operating.client, record.id)).filter(({ alkuaika }) => alkuaika > end)
  if (late.length > 0 && !time.isQueued) refuse('loppuaika', 'Työpäivä ei voi päättyä ennen viimeisen työtehtävän alkua.')
  const tarkista = withReasons(record, time.reasons).filter((reason) => reason !== 'ei_lopetusta')
  const values = { loppuaika: end, tarkista, alkuperainen: { ...record.alkuperainen, loppu: time.stamp } }
  return {
    record: record.id,
    changes: [
      updateRow('tyovuoro_kirjaus', record.id, values),
      ...late.map((task) =>
        updateRow('tyovuoro_kirjaus_tehtava', task.id, {
          tarkista: [...new Set([...task.tarkista, ...outsideReasons(task.alkuaika, { alkuaika: record.alkuaika, loppuaika: end })])],
        }),
      ),
    ],
  }
}

function typedEnd(near: readonly Near[], at: number): Placement {
  const open = near.find(({ loppuaika }) => loppuaika === 0)
  if (!open) {
    const ended = near.find(({ loppuaika }) => loppuaika === at)
    return ended ? { kind: 'record', id: ended.id, reasons: [], taskReasons: [] } : refuse('operation', 'Työpäivä ei ole käynnissä.')
  }
  if (at < open.alkuaika) refuse('loppuaika', 'Työpäivä ei voi päättyä ennen alkuaan.')
  if (open.tarkistettu) refuse('operation', lockedFault)
  return { kind: 'record', id: open.id, reasons: [], taskReasons: [], end: at }
}
