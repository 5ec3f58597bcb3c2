import type { Change, EntityRules, RowFault } from '../../model/define-entity.ts'
import { startOfDay } from '../../values/time/time.ts'
import type { Tyotehtava, TyovuoroKirjaus } from './worktime.entity.ts'

/** The tasks of a record. */
export type WorkingDayLines = { tyotehtavat: Change<Tyotehtava>[] }

const lockedFault = 'Tarkistettua kirjausta ei voi muuttaa. Poista ensin tarkistusmerkintä.'

/** The fields of a checked record that may change: the mark itself and those set by the server. */
const openFields: ReadonlySet<string> = new Set<keyof TyovuoroKirjaus>([
  'tarkistettu',
  'lahetetty',
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

/** Moments are stored to the minute (rules/worktime.md#minutes). */
const wholeMinute = (instant: number): number => instant - (instant % 60)

export const openDayFault = 'Kuljettajalla on jo avoin työpäivä. Päätä se ensin.'

function timeFaults({ after }: Change<TyovuoroKirjaus>, now: number): RowFault[] {
  const { alkuaika, loppuaika } = after
  const faults: RowFault[] = []
  if (alkuaika === 0) faults.push({ field: 'alkuaika', detail: 'Anna alkuaika.' })
  if (alkuaika > now) faults.push({ field: 'alkuaika', detail: 'Työpäivä ei voi alkaa tulevaisuudessa.' })
  if (loppuaika > now) faults.push({ field: 'loppuaika', detail: 'Työpäivä ei voi päättyä tulevaisuudessa.' })
  if (loppuaika > 0 && loppuaika < alkuaika) faults.push({ field: 'loppuaika', detail: 'Loppuaika ei voi olla ennen alkuaikaa.' })
  return faults
}

/** Tasks must stay within their day when its start or end is moved. */
function boundFaults({ before, after }: Change<TyovuoroKirjaus>, { tyotehtavat }: WorkingDayLines): RowFault[] {
  if (before?.alkuaika === after.alkuaika && before.loppuaika === after.loppuaika) return []
  const starts = tyotehtavat.filter(({ after: task }) => task.status === 1).map(({ after: task }) => task.alkuaika)
  const faults: RowFault[] = []
  if (starts.some((at) => at < after.alkuaika)) faults.push({ field: 'alkuaika', detail: 'Työtehtävä alkaa ennen työpäivän alkua.' })
  if (after.loppuaika > 0 && starts.some((at) => at > after.loppuaika))
    faults.push({ field: 'loppuaika', detail: 'Työtehtävä alkaa työpäivän päätyttyä.' })
  return faults
}

export const workingDayRules: EntityRules<TyovuoroKirjaus, WorkingDayLines> = {
  derive: ({ after }, { viewer, now }) => ({
    alkuaika: wholeMinute(after.alkuaika),
    loppuaika: wholeMinute(after.loppuaika),
    // A record belongs to the day on which it starts (rules/worktime.md#day).
    paiva: after.alkuaika === 0 ? after.paiva : startOfDay(after.alkuaika),
    timestamp_latest_change: now,
    user_latest_change: viewer?.userId ?? after.user_latest_change,
  }),
  check: (change, { now }) => [...timeFaults(change, now), ...lockFaults(change)],
  settle(change, lines) {
    const { before, after } = change
    const { tyotehtavat } = lines
    const locked = before?.tarkistettu && after.tarkistettu && tyotehtavat.some(isMoved)
    return { set: {}, faults: locked ? [{ field: 'tyotehtavat', detail: lockedFault }] : boundFaults(change, lines) }
  },
}

const isMoved = ({ before, after }: Change<Tyotehtava>): boolean =>
  before === null ||
  (['status', 'alkuaika', 'tyyppi', 'latitude', 'longitude', 'address_print'] as const).some((key) => before[key] !== after[key])

/** A task in the future or before the start of the day does not belong to that day (rules/worktime.md#bounds). */
export const taskRules: EntityRules<Tyotehtava> = {
  needs: ['tyovuoro_kirjaus'],
  derive: ({ after }) => ({ alkuaika: wholeMinute(after.alkuaika) }),
  check({ after }, { now }, { tyovuoro_kirjaus = [] }) {
    const [record] = tyovuoro_kirjaus
    const [start, end] = [Number(record?.alkuaika ?? 0), Number(record?.loppuaika ?? 0)]
    const detail =
      after.alkuaika > now
        ? 'Työtehtävä ei voi alkaa tulevaisuudessa.'
        : after.alkuaika < start
          ? 'Työtehtävä ei voi alkaa ennen työpäivän alkua.'
          : end > 0 && after.alkuaika > end
            ? 'Työtehtävä ei voi alkaa työpäivän päätyttyä.'
            : null
    return detail && after.status === 1 ? [{ field: 'alkuaika', detail }] : []
  },
}
