import type { Change, EntityRules } from '../../model/define-entity.ts'
import type { Row } from '../../model/registry.ts'
import { routeNameFaults } from '../route/route-name.ts'

type OfDay = { paiva: number }
type Shift = Row<'tyovuoro'>

const dayMissing = (after: OfDay) => (after.paiva === 0 ? [{ field: 'paiva', detail: 'Anna päivä.' }] : [])

/** Notes belong to a day of the calendar. */
export const calendarDayRules: EntityRules<OfDay> = { check: ({ after }) => dayMissing(after) }

export const workRouteRules: EntityRules<Row<'tyoreitti'>> = { check: routeNameFaults }

/** What the driver has read; a later change of any of these makes the shift unread. */
const readFields = ['paiva', 'alkuaika', 'kesto', 'tyyppi', 'tyoreitti', 'kuljettaja', 'auto'] as const

const isChanged = (before: Shift, after: Shift): boolean =>
  readFields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** Shifts belong to a day; the server keeps when they were published and read (rules/shifts.md#publishing). */
export const shiftRules: EntityRules<Shift> = {
  check: ({ after }) => dayMissing(after),
  derive({ before, after }, { now }) {
    const cleared = after.tyyppi === 'TYOVUORO' ? {} : notAtWork(after.tyyppi)
    if (after.tila !== 'PUBLISHED') return { ...cleared, timestamp_julkaistu: 0, timestamp_luettu: 0 }
    if (before?.tila !== 'PUBLISHED') return { ...cleared, timestamp_julkaistu: now, timestamp_luettu: 0 }
    return isChanged(before, after) ? { ...cleared, timestamp_luettu: 0 } : cleared
  },
}

/** What a shift that is not one at work has no more: its routes and car, and its hours unless it is a training (rules/shifts.md#start-and-length). */
const notAtWork = (tyyppi: Shift['tyyppi']) => ({
  ...{ tyoreitti: [], auto: null, kuljettaja_default: null },
  ...(tyyppi === 'KOULUTUS' ? {} : { alkuaika: 0, kesto: 0 }),
})

/**
 * A published shift that gets another driver or day is published again: the new driver has not seen it, and the earlier one no longer has it
 * (rules/shifts.md#publishing). A save that names `tila`, as an undo does, decides it.
 */
export function unpublishedByMove(
  { before, after }: Change<Shift>,
  isGiven: (field: keyof Shift) => boolean,
): Partial<Pick<Shift, 'tila'>> {
  const isMoved = before !== null && (before.kuljettaja !== after.kuljettaja || before.paiva !== after.paiva)
  return isMoved && before.tila === 'PUBLISHED' && !isGiven('tila') ? { tila: 'UNPUBLISHED' } : {}
}

/** A work route with what a shift takes from it; `auto` and `kuljettaja` are null when they may no longer be used. */
export type RouteOfShift = Pick<Row<'tyoreitti'>, 'id' | 'alkuaika' | 'kesto' | 'auto' | 'kuljettaja'>
type Taken = Pick<Shift, 'alkuaika' | 'kesto' | 'auto' | 'kuljettaja_default'>
const nothingTaken: Taken = { alkuaika: 0, kesto: 0, auto: null, kuljettaja_default: null }

/** From the earliest start of the routes to their latest end, with the first car and the first usual driver of them. */
function takenFrom(routes: readonly RouteOfShift[], driver: string | null): Taken {
  const timed = routes.filter(({ kesto }) => kesto > 0)
  const start = Math.min(...timed.map(({ alkuaika }) => alkuaika))
  const end = Math.max(...timed.map(({ alkuaika, kesto }) => alkuaika + kesto))
  const usual = routes.find(({ kuljettaja }) => kuljettaja !== null)?.kuljettaja ?? null
  return {
    ...(timed.length > 0 ? { alkuaika: start, kesto: Math.min(end - start, maxLength) } : { alkuaika: 0, kesto: 0 }),
    auto: routes.find(({ auto }) => auto !== null)?.auto ?? null,
    kuljettaja_default: driver === null || usual === driver ? null : usual,
  }
}
const maxLength = 2880

/**
 * The values that a shift takes from its work routes (rules/shifts.md#start-and-length): those that the save does not name, and that are empty or
 * were taken from the earlier routes.
 */
export function withRouteValues(
  { before, after }: Change<Shift>,
  routes: ReadonlyMap<string, RouteOfShift>,
  isGiven: (field: keyof Shift) => boolean,
): Partial<Shift> {
  const routesOf = (ids: readonly string[]) => ids.flatMap((id) => routes.get(id) ?? [])
  // The rules of the shift clear its fields.
  if (after.tyyppi !== 'TYOVUORO') return {}
  const earlier = before ? takenFrom(routesOf(before.tyoreitti), before.kuljettaja) : nothingTaken
  const taken = takenFrom(routesOf(after.tyoreitti), after.kuljettaja)
  const had = before ?? after
  const hoursFollow = (had.alkuaika === 0 && had.kesto === 0) || (had.alkuaika === earlier.alkuaika && had.kesto === earlier.kesto)
  const hours = hoursFollow && taken.kesto > 0 && !isGiven('alkuaika') && !isGiven('kesto')
  return notGiven(
    {
      ...(hours ? { alkuaika: taken.alkuaika, kesto: taken.kesto } : {}),
      ...(had.auto === null || had.auto === earlier.auto ? { auto: taken.auto ?? after.auto } : {}),
      ...(had.kuljettaja_default === earlier.kuljettaja_default ? { kuljettaja_default: taken.kuljettaja_default } : {}),
    },
    isGiven,
  )
}

const notGiven = (values: Partial<Shift>, isGiven: (field: keyof Shift) => boolean): Partial<Shift> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !isGiven(field as keyof Shift)))

/** Whether a change of the shift may change what it takes from its routes. */
export const takesFromRoutes = ({ before, after }: Change<Shift>): boolean =>
  before === null ||
  (['tyyppi', 'tyoreitti', 'kuljettaja'] as const).some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
