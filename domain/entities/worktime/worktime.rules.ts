import type { Change, EntityRules, RowFault } from '../../define-entity.ts'
import { startOfDay } from '../../values/time.ts'
import type { Tyotehtava, TyovuoroKirjaus } from './worktime.entity.ts'

/** The tasks of a record, as its rules see them. */
export type WorkingDayLines = { tyotehtavat: Change<Tyotehtava>[] }

const lockedFault = 'Tarkistettua kirjausta ei voi muuttaa. Poista ensin tarkistusmerkintä.'

/** Of a checked record, only the mark itself and what the server keeps of it. */
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

export const workingDayRules: EntityRules<TyovuoroKirjaus, WorkingDayLines> = {
  derive: ({ after }, { viewer, now }) => ({
    // A record belongs to the day it starts (RULES section 10).
    paiva: after.alkuaika === 0 ? after.paiva : startOfDay(after.alkuaika),
    timestamp_latest_change: now,
    user_latest_change: viewer?.userId ?? after.user_latest_change,
  }),
  check: (change) => [
    ...(change.after.alkuaika === 0 ? [{ field: 'alkuaika', detail: 'Anna alkuaika.' }] : []),
    ...(change.after.loppuaika > 0 && change.after.loppuaika < change.after.alkuaika
      ? [{ field: 'loppuaika', detail: 'Loppuaika ei voi olla ennen alkuaikaa.' }]
      : []),
    ...lockFaults(change),
  ],
  settle({ before, after }, { tyotehtavat }) {
    const locked = before?.tarkistettu && after.tarkistettu && tyotehtavat.some(isMoved)
    return { set: {}, faults: locked ? [{ field: 'tyotehtavat', detail: lockedFault }] : [] }
  },
}

const isMoved = ({ before, after }: Change<Tyotehtava>): boolean =>
  before === null ||
  (['status', 'alkuaika', 'tyyppi', 'latitude', 'longitude', 'address_print'] as const).some((key) => before[key] !== after[key])

/** A task in the future or before the day's start is no task of that day (RULES section 10). */
export const taskRules: EntityRules<Tyotehtava> = {
  needs: ['tyovuoro_kirjaus'],
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
    return detail ? [{ field: 'alkuaika', detail }] : []
  },
}
