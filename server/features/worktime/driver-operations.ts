import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { noRecording, type Recording } from '#domain/entities/worktime/recording.ts'
import type { ReviewReason, TaskType } from '#domain/entities/worktime/task-types.ts'
import { lockedFault } from '#domain/entities/worktime/worktime.rules.ts'
import { RequestFault } from '#domain/errors.ts'
import { type ActionTime, actionTime, oldestAction } from '#domain/features/worktime/action-time.ts'
import type { DriverOperation, DriverOperationAnswer } from '#domain/features/worktime/driver-calls.ts'
import { longReasons, type Placement, placeEnd, placeStart, placeTask } from '#domain/features/worktime/place-action.ts'
import { outsideReasons } from '#domain/features/worktime/task-place.ts'
import { tasksOfPress } from '#domain/features/worktime/tasks-of-press.ts'
import type { Context } from '#server/context.ts'
import { addRow, type RowChange, system, systemFor, updateRow } from '#server/entities/engine.ts'
import { driverDayOf, openDayOf } from './driver-day.ts'
import { recordOwner, recordsNear, taskOwner, tasksOfRecord } from './queries.ts'

type Operating = Pick<Context, 'engine' | 'clock'> & { client: PoolClient; viewer: Viewer }
type Start = Extract<DriverOperation, { operation: 'POST_OPERATION_START_DAY' }>
type Task = Extract<DriverOperation, { operation: 'POST_OPERATION_START_TASK' }>
type Near = Awaited<ReturnType<typeof recordsNear>>[number]
/** The changes of an operation, and the record that it is about. `first` are saved before the others: a driver has one open day. */
type Outcome = { changes: readonly RowChange[]; record: string | null; first?: readonly RowChange[] }

/** Carries out an operation of the driver (rules/worktime.md#calls), in the caller's transaction. */
export async function operateDriver(operating: Operating, input: DriverOperation): Promise<DriverOperationAnswer> {
  const { engine, client, viewer, clock } = operating
  // All calls of one driver follow each other, so that two devices cannot start two days.
  await engine.load(system, 'user', [viewer.userId], { lock: true, runner: client })
  const { changes, record, first = [] } = await outcomeOf(operating, input)
  if (first.length > 0) await engine.save(systemFor(viewer), first, { client })
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
  const reasons = [...placement.reasons]
  const first = { id: randomUUID(), tyyppi: input.tyyppi, taskReasons: [], place: {} }
  if (placement.kind === 'record') {
    const record = near.find((one) => one.id === placement.id)
    if (placement.start === undefined || !record || record.tarkistettu)
      return noteOtherDevice(placement, { near, time, laji: 'alku', auto: input.auto })
    const auto = record.auto ?? (await carOf(operating, input, reasons))
    return completeStart(record, { time, auto, reasons, first })
  }
  const auto = await carOf(operating, input, reasons)
  const made = newRecord(operating, { id: id ?? randomUUID(), auto, time, isOpen: placement.isOpen, reasons, first })
  const leftOpen = near.find((one) => one.id === placement.leftOpen)
  return leftOpen ? { ...made, first: [await endLeftOpen(operating, leftOpen)] } : made
}

/** A day that was forgotten open ends where its last task starts, until its own end arrives (rules/worktime.md#bounds). */
async function endLeftOpen({ client }: Operating, record: Near): Promise<RowChange> {
  const starts = (await tasksOfRecord(client, record.id)).filter(({ status }) => status === 1).map(({ alkuaika }) => alkuaika)
  const loppuaika = Math.max(record.alkuaika, ...starts)
  const values = { loppuaika, tarkista: withReasons(record, ['ei_lopetusta', ...longReasons(record, loppuaika)]) }
  return updateRow('tyovuoro_kirjaus', record.id, values)
}

type Completing = { time: ActionTime; auto: string | null; reasons: readonly ReviewReason[]; first: FirstTask }

/** The start of a day whose tasks or end arrived before it. */
function completeStart(record: Near, { time, auto, reasons, first }: Completing): Outcome {
  const alkuperainen: Recording = {
    ...record.alkuperainen,
    alku: time.stamp,
    tehtavat: [...record.alkuperainen.tehtavat, { ...time.stamp, id: first.id, tyyppi: first.tyyppi }],
  }
  const long = longReasons({ alkuaika: time.at }, record.loppuaika)
  const tarkista = withReasons(record, [...reasons, ...time.reasons, ...long]).filter((reason) => reason !== 'ei_aloitusta')
  return {
    record: record.id,
    changes: [
      updateRow('tyovuoro_kirjaus', record.id, { alkuaika: time.at, auto, tarkista, alkuperainen }),
      taskRow(first, { record: record.id, at: time.at, reasons: [] }),
    ],
  }
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
  const alku = reasons.includes('ei_aloitusta') ? null : time.stamp
  const alkuperainen: Recording = { ...noRecording, alku, tehtavat: [{ ...time.stamp, id: first.id, tyyppi: first.tyyppi }] }
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

/** What another device stored. `auto` is the car of a start. */
type FromOtherDevice = { near: readonly Near[]; time: ActionTime; laji: 'alku' | 'loppu'; auto?: string | null }

/** A start or an end from another device, of a day that has one already: it is kept beside the day's own. */
function noteOtherDevice({ id, reasons }: InRecord, { near, time, laji, auto }: FromOtherDevice): Outcome {
  const record = near.find((one) => one.id === id)
  if (!record || !time.isQueued) return { changes: [], record: id }
  const { alkuperainen } = record
  const { saapui: _, ...sent } = time.stamp
  const known = [alkuperainen[laji], ...alkuperainen.muut.filter((other) => other.laji === laji)]
  if (known.some((stamp) => stamp?.aika === sent.aika && stamp.laitteen_aika === sent.laitteen_aika)) return { changes: [], record: id }
  const hasOtherCar = Boolean(auto && record.auto && auto !== record.auto)
  const other = { ...time.stamp, laji, ...(auto === undefined ? {} : { auto }) }
  const values = {
    alkuperainen: { ...alkuperainen, muut: [...alkuperainen.muut, other] },
    tarkista: withReasons(record, [...reasons, ...time.reasons, ...(hasOtherCar ? (['toinen_auto'] as const) : [])]),
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
  const recorded = near.find(({ alkuperainen }) => alkuperainen.tehtavat.some((press) => press.id === id))
  if (recorded) return { changes: [], record: recorded.id }
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
  const press = { ...time.stamp, id: task.id, tyyppi: task.tyyppi }
  const recorded = record.alkuperainen.tehtavat
  const alkuperainen: Recording = { ...record.alkuperainen, tehtavat: [...recorded, press] }
  const values = { alkuperainen, tarkista: withReasons(record, placement.reasons) }
  // A checked record is locked: what arrives for it later is kept in the recording, and the flag asks a person to look at it.
  if (record.tarkistettu) return { changes: [updateRow('tyovuoro_kirjaus', record.id, values)], record: record.id }
  const presses = tasksOfPress(press, { tasks: await tasksOfRecord(client, record.id), recorded })
  const end = placement.end === undefined || presses.length === 0 ? {} : { loppuaika: placement.end }
  const day = { alkuaika: record.alkuaika, loppuaika: record.loppuaika, ...end }
  return {
    record: record.id,
    changes: [
      updateRow('tyovuoro_kirjaus', record.id, { ...values, ...end }),
      ...presses.map(({ id, tyyppi, aika }) => {
        const isNew = id === task.id
        const reasons = isNew ? [...placement.taskReasons, ...time.reasons] : outsideReasons(aika, day)
        return taskRow({ id, tyyppi, place: isNew ? task.place : {} }, { record: record.id, at: aika, reasons })
      }),
    ],
  }
}

async function endDay(operating: Operating, input: Extract<DriverOperation, { operation: 'POST_OPERATION_END_DAY' }>): Promise<Outcome> {
  const time = timeOf(operating, 'loppuaika', { given: input.loppuaika, offset: input.laitteen_ero })
  const near = await nearTo(operating, time.at)
  const placement = time.isQueued ? placeEnd(near, time.at) : typedEnd(near, time.at)
  if (placement.kind === 'new') return endOfUnknownDay(operating, time, placement.reasons)
  const record = near.find(({ id }) => id === placement.id)
  if (!record) return { changes: [], record: null }
  const { end } = placement
  if (end === undefined || record.tarkistettu) return noteOtherDevice(placement, { near, time, laji: 'loppu' })
  const late = (await tasksOfRecord(operating.client, record.id)).filter(({ alkuaika, status }) => status === 1 && alkuaika > end)
  if (late.length > 0 && !time.isQueued) refuse('loppuaika', 'Työpäivä ei voi päättyä ennen viimeisen työtehtävän alkua.')
  const tarkista = withReasons(record, [...placement.reasons, ...time.reasons]).filter((reason) => reason !== 'ei_lopetusta')
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

/** An end that arrived before anything else of its day, which its start and its tasks complete. */
function endOfUnknownDay({ viewer }: Operating, time: ActionTime, reasons: readonly ReviewReason[]): Outcome {
  const id = randomUUID()
  const record = {
    kuljettaja: viewer.userId,
    alkuaika: time.at,
    loppuaika: time.at,
    tarkista: [...reasons, ...time.reasons],
    alkuperainen: { ...noRecording, loppu: time.stamp },
  }
  return { record: id, changes: [addRow('tyovuoro_kirjaus', record, { id })] }
}

function typedEnd(near: readonly Near[], at: number): Placement {
  const open = near.find(({ loppuaika }) => loppuaika === 0)
  if (!open) {
    const ended = near.find(({ loppuaika }) => loppuaika === at)
    return ended ? { kind: 'record', id: ended.id, reasons: [], taskReasons: [] } : refuse('operation', 'Työpäivä ei ole käynnissä.')
  }
  if (at < open.alkuaika) refuse('loppuaika', 'Työpäivä ei voi päättyä ennen alkuaan.')
  if (open.tarkistettu) refuse('operation', lockedFault)
  return { kind: 'record', id: open.id, reasons: longReasons(open, at), taskReasons: [], end: at }
}
