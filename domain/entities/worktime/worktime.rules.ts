import type { Change, EntityRules, RowFault, RuleContext } from '../../model/define-entity.ts'
import { startOfDay } from '../../values/time/time.ts'
import type { Tyotehtava, TyovuoroKirjaus } from './worktime.entity.ts'

/** The tasks of a record. */
export type WorkingDayLines = { tyotehtavat: Change<Tyotehtava>[] }

export const lockedFault = 'Tarkistettua kirjausta ei voi muuttaa. Poista ensin tarkistusmerkintä.'

/** The fields of a checked record that may change: the mark itself and those set by the server. */
const openFields: ReadonlySet<string> = new Set<keyof TyovuoroKirjaus>([
  'tarkistettu',
  'lahetetty',
  'lahetetyt_summat',
  'korjaus_lahettamatta',
  // What arrives from a device after the check is stored beside the record, and flagged (rules/worktime.md#locked-records).
  'alkuperainen',
  'tarkista',
  'timestamp_latest_change',
  'user_latest_change',
  'vid',
  'changed',
  'revision_created',
  'revision_log_message',
])

function lockFaults({ before, after }: Change<TyovuoroKirjaus>): RowFault[] {
  if (!before?.tarkistettu || !after.tarkistettu) return []
  const keys = Object.keys(after) as (keyof TyovuoroKirjaus & string)[]
  return keys.filter((key) => !openFields.has(key) && before[key] !== after[key]).map((field) => ({ field, detail: lockedFault }))
}

export const openCheckFault = 'Työpäivä on vielä auki.'

/** An open day would stay open for ever: a checked one is locked. */
const openFaults = ({ after }: Change<TyovuoroKirjaus>): RowFault[] =>
  after.tarkistettu && after.loppuaika === 0 && after.status === 1 ? [{ field: 'tarkistettu', detail: openCheckFault }] : []

export const sentRemovalFault =
  'Palkanlaskentaan lähetettyä kirjausta ei voi poistaa. Korjaa sen ajat: ero lähtee seuraavassa palkka-aineistossa.'

/** Payroll has to get the hours of a sent record back: they are corrected, and the difference is sent (rules/worktime.md#sent-records). */
const removalFaults = ({ before, after }: Change<TyovuoroKirjaus>): RowFault[] =>
  before?.status === 1 && after.status === 0 && before.lahetetty ? [{ field: 'lahetetty', detail: sentRemovalFault }] : []

/** Moments are stored to the minute (rules/worktime.md#minutes). */
export const wholeMinute = (instant: number): number => instant - (instant % 60)

/** How long a working day may be, in seconds (rules/worktime.md#bounds). */
export const longestDay = 24 * 3600
export const longDayFault = 'Työpäivä voi kestää enintään 24 tuntia.'

/** Whether a day is longer than any working day is; an open one is not. */
export const isTooLong = ({ alkuaika, loppuaika }: { alkuaika: number; loppuaika: number }): boolean => loppuaika - alkuaika > longestDay

/** A longer day is not typed. One that devices recorded is stored, and flagged. */
function lengthFaults({ before, after }: Change<TyovuoroKirjaus>, { bySystem }: RuleContext): RowFault[] {
  if (bySystem || after.status === 0 || !isTooLong(after)) return []
  if (before?.loppuaika !== after.loppuaika) return [{ field: 'loppuaika', detail: longDayFault }]
  return before.alkuaika === after.alkuaika ? [] : [{ field: 'alkuaika', detail: longDayFault }]
}

export const openDayFault = 'Kuljettajalla on jo avoin työpäivä. Päätä se ensin.'

/** Whether a moment is before the start of a day, or after its end (0 while it is open). */
export const isOutsideDay = (at: number, { alkuaika, loppuaika }: Pick<TyovuoroKirjaus, 'alkuaika' | 'loppuaika'>): boolean =>
  at < alkuaika || (loppuaika > 0 && at > loppuaika)

export const futureStartFault = 'Työpäivä ei voi alkaa tulevaisuudessa.'
export const futureEndFault = 'Työpäivä ei voi päättyä tulevaisuudessa.'
export const endBeforeStartFault = 'Loppuaika ei voi olla ennen alkuaikaa.'

function timeFaults({ after }: Change<TyovuoroKirjaus>, now: number): RowFault[] {
  const { alkuaika, loppuaika } = after
  const faults: RowFault[] = []
  if (alkuaika === 0) faults.push({ field: 'alkuaika', detail: 'Anna alkuaika.' })
  if (alkuaika > now) faults.push({ field: 'alkuaika', detail: futureStartFault })
  if (loppuaika > now) faults.push({ field: 'loppuaika', detail: futureEndFault })
  if (loppuaika > 0 && loppuaika < alkuaika) faults.push({ field: 'loppuaika', detail: endBeforeStartFault })
  return faults
}

/** Tasks must stay within their day when its start or end is moved, except those that a device sent and that are flagged. */
function boundFaults({ before, after }: Change<TyovuoroKirjaus>, { tyotehtavat }: WorkingDayLines): RowFault[] {
  if (before?.alkuaika === after.alkuaika && before.loppuaika === after.loppuaika) return []
  const live = tyotehtavat.map(({ after: task }) => task).filter(({ status }) => status === 1)
  const faults: RowFault[] = []
  if (live.some(({ alkuaika, tarkista }) => alkuaika < after.alkuaika && !tarkista.includes('ennen_alkua')))
    faults.push({ field: 'alkuaika', detail: 'Työtehtävä alkaa ennen työpäivän alkua.' })
  if (after.loppuaika > 0 && live.some(({ alkuaika, tarkista }) => alkuaika > after.loppuaika && !tarkista.includes('jalkeen_lopun')))
    faults.push({ field: 'loppuaika', detail: 'Työtehtävä alkaa työpäivän päätyttyä.' })
  return faults
}

const latestChange = (
  { user_latest_change }: TyovuoroKirjaus,
  { viewer, now }: Pick<RuleContext, 'viewer' | 'now'>,
): Pick<TyovuoroKirjaus, 'timestamp_latest_change' | 'user_latest_change'> => ({
  timestamp_latest_change: now,
  user_latest_change: viewer?.userId ?? user_latest_change,
})

/** A press that changes nothing of the day is recorded, and that is all (rules/worktime.md#starting-and-ending). */
function isOnlyRecorded({ before, after }: Change<TyovuoroKirjaus>): boolean {
  const keys = Object.keys(after) as (keyof TyovuoroKirjaus & string)[]
  return before !== null && keys.every((key) => key === 'alkuperainen' || JSON.stringify(before[key]) === JSON.stringify(after[key]))
}

export const workingDayRules: EntityRules<TyovuoroKirjaus, WorkingDayLines> = {
  derive: ({ before, after }, { viewer, now }) => ({
    // An administrator who checks a record has looked at what was in doubt.
    tarkista: before && !before.tarkistettu && after.tarkistettu ? [] : after.tarkista,
    alkuaika: wholeMinute(after.alkuaika),
    loppuaika: wholeMinute(after.loppuaika),
    // A record belongs to the day on which it starts (rules/worktime.md#day).
    paiva: after.alkuaika === 0 ? after.paiva : startOfDay(after.alkuaika),
    ...(isOnlyRecorded({ before, after }) ? {} : latestChange(after, { viewer, now })),
  }),
  check: (change, context) => [
    ...timeFaults(change, context.now),
    ...lengthFaults(change, context),
    ...openFaults(change),
    ...removalFaults(change),
    ...lockFaults(change),
  ],
  settle(change, lines, context) {
    const { before, after } = change
    const isTaskMoved = lines.tyotehtavat.some(isMoved)
    const locked = before?.tarkistettu && after.tarkistettu && isTaskMoved
    return {
      set: isTaskMoved ? latestChange(after, context) : {},
      faults: locked ? [{ field: 'tyotehtavat', detail: lockedFault }] : boundFaults(change, lines),
    }
  },
}

const isMoved = ({ before, after }: Change<Tyotehtava>): boolean =>
  before === null ||
  (['status', 'alkuaika', 'tyyppi', 'latitude', 'longitude', 'address_print'] as const).some((key) => before[key] !== after[key])

/** A task in the future or before the start of the day does not belong to that day (rules/worktime.md#bounds). */
export const taskRules: EntityRules<Tyotehtava> = {
  needs: ['tyovuoro_kirjaus'],
  // A time that an administrator has corrected is no longer in doubt.
  derive: ({ before, after }) => ({
    alkuaika: wholeMinute(after.alkuaika),
    tarkista: before && before.alkuaika !== wholeMinute(after.alkuaika) ? [] : after.tarkista,
  }),
  check({ after }, { now }, { tyovuoro_kirjaus = [] }) {
    const { tarkista } = after
    const [record] = tyovuoro_kirjaus
    const [start, end] = [Number(record?.alkuaika ?? 0), Number(record?.loppuaika ?? 0)]
    const detail =
      after.alkuaika > now
        ? 'Työtehtävä ei voi alkaa tulevaisuudessa.'
        : after.alkuaika < start && !tarkista.includes('ennen_alkua')
          ? 'Työtehtävä ei voi alkaa ennen työpäivän alkua.'
          : end > 0 && after.alkuaika > end && !tarkista.includes('jalkeen_lopun')
            ? 'Työtehtävä ei voi alkaa työpäivän päätyttyä.'
            : null
    return detail && after.status === 1 ? [{ field: 'alkuaika', detail }] : []
  },
}
