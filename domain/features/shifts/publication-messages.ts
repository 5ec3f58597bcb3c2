import { type LabelledRoute, routeLabel } from '../../entities/shift/route-label.ts'
import type { ShiftType } from '../../entities/shift/shift.entity.ts'
import { fillPlaceholders } from '../../values/placeholders.ts'
import { formatDay } from '../../values/time/helsinki-clock.ts'
import { addDays, startOfDay, weekdayNames, weekdayOf, weekOf } from '../../values/time/time.ts'
import { maxParts, smsParts } from '../sms/sms-parts.ts'
import type { ShiftCarRow, ShiftDriverRow, ShiftRow, WorkRouteRow } from './shift-rows.ts'

type Shift = Pick<ShiftRow, 'id' | 'paiva' | 'alkuaika' | 'kesto' | 'tila' | 'tyyppi' | 'tyoreitti' | 'auto' | 'kuljettaja'>
/** What the messages are made of: the calendar's data, and the company's text. */
export type PublicationPlan = {
  shifts: readonly Shift[]
  drivers: readonly Pick<ShiftDriverRow, 'id' | 'name' | 'tekstiviestin_este'>[]
  routes: readonly (Pick<WorkRouteRow, 'id'> & LabelledRoute)[]
  cars: readonly Pick<ShiftCarRow, 'id' | 'rekisterinumero'>[]
  template: string
}
/** The drivers whose shifts are published, and the midnights of the first and the last day. */
export type PublishedRange = { drivers: readonly string[]; min: number; max: number }

export type PublicationMessage = {
  kuljettaja: string
  /** The shifts that become published. */
  vuoroja: number
  teksti: string
  /** Parts of the text message. */
  osia: number
  /** Why it cannot be sent; '' when it can. */
  este: string
}

const days: Record<Exclude<ShiftType, 'TYOVUORO'>, string> = {
  EI_AJOA: 'ei ajoa',
  VAPAA: 'vapaa',
  LOMA: 'loma',
  SAIRASLOMA: 'sairasloma',
  KOULUTUS: 'koulutus',
}
const oneWeek = 7

/**
 * The message of a publication to each driver who has something to be published (rules/shifts.md#publishing). It tells all their shifts of the
 * days, also those published earlier. The preview on the screen and the server make it of the same data.
 */
export function publicationMessages(plan: PublicationPlan, { drivers, min, max }: PublishedRange): PublicationMessage[] {
  const inRange = plan.shifts.filter(({ paiva }) => paiva >= min && paiva <= max)
  const byDriver = Map.groupBy(inRange, ({ kuljettaja }) => kuljettaja)
  const chosen = new Set(drivers)
  return plan.drivers.flatMap((driver) => {
    const shifts = byDriver.get(driver.id) ?? []
    const vuoroja = shifts.filter(({ tila }) => tila === 'UNPUBLISHED').length
    if (!chosen.has(driver.id) || vuoroja === 0) return []
    const teksti = messageTo(plan, driver, { shifts, min, max })
    return [{ kuljettaja: driver.id, vuoroja, teksti, osia: smsParts(teksti).parts, este: driver.tekstiviestin_este }]
  })
}

/** What the driver is told of the days when a message that had to wait is sent: the shifts that are published then. Null when there are none. */
export function publishedText(plan: PublicationPlan, driver: string, { min, max }: { min: number; max: number }): string | null {
  const shifts = plan.shifts.filter(
    ({ kuljettaja, tila, paiva }) => kuljettaja === driver && tila === 'PUBLISHED' && paiva >= min && paiva <= max,
  )
  const person = plan.drivers.find(({ id }) => id === driver)
  return person && shifts.length > 0 ? messageTo(plan, person, { shifts, min, max }) : null
}

type Own = { shifts: readonly Shift[]; min: number; max: number }

function messageTo(plan: PublicationPlan, { name }: { name: string }, { shifts, min, max }: Own): string {
  const values = { nimi: name.split(' ')[0] ?? name, jakso: rangeText(min, max) }
  const full = fillPlaceholders(plan.template, { ...values, vuorot: shiftsText(plan, { shifts, min, max }) })
  if (smsParts(full).parts <= maxParts) return full
  return fillPlaceholders(plan.template, { ...values, vuorot: shifts.length === 1 ? '1 vuoro' : `${shifts.length} vuoroa` })
}

const isLastOfWeek = (day: number): boolean => weekdayOf(day) === oneWeek

/** `vk 48`, `vk 48-49`, or the days when they are not whole weeks. Hyphens, because – is not in the alphabet of text messages. */
function rangeText(min: number, max: number): string {
  if (weekdayOf(min) === 1 && isLastOfWeek(max))
    return weekOf(min) === weekOf(max) ? `vk ${weekOf(min)}` : `vk ${weekOf(min)}-${weekOf(max)}`
  return min === max ? formatDay(min) : `${formatDay(min)}-${formatDay(max)}`
}

/** `ma-pe klo 6.00 reitti 7, auto RYE-762; la-su vapaa`: days one after the other with the same content together. */
function shiftsText(plan: PublicationPlan, { shifts, min, max }: Own): string {
  const byDay = [
    ...Map.groupBy(
      shifts.toSorted((a, b) => a.paiva - b.paiva || a.alkuaika - b.alkuaika),
      ({ paiva }) => paiva,
    ),
  ]
  const runs: { first: number; last: number; text: string }[] = []
  for (const [day, ofDay] of byDay) {
    const text = ofDay.map((shift) => shiftText(plan, shift)).join(' ja ')
    const previous = runs.at(-1)
    if (previous?.text === text && addDays(previous.last, 1) === day) previous.last = day
    else runs.push({ first: day, last: day, text })
  }
  const dayText = startOfDay(max) < addDays(min, oneWeek) ? (day: number) => weekdayNames[weekdayOf(day)] ?? '' : formatDay
  return runs.map(({ first, last, text }) => `${dayText(first)}${last === first ? '' : `-${dayText(last)}`} ${text}`).join('; ')
}

function shiftText({ routes, cars }: PublicationPlan, { tyyppi, alkuaika, kesto, tyoreitti, auto }: Shift): string {
  const numbers = tyoreitti.flatMap((id) => routes.find((route) => route.id === id) ?? []).map(routeLabel)
  const car = cars.find(({ id }) => id === auto)
  const start = kesto > 0 ? `klo ${Math.floor(alkuaika / 60)}.${String(alkuaika % 60).padStart(2, '0')}` : ''
  if (tyyppi === 'KOULUTUS') return [start, days[tyyppi]].filter(Boolean).join(' ')
  if (tyyppi !== 'TYOVUORO') return days[tyyppi]
  const work = numbers.length === 0 ? 'töissä' : `reitti ${numbers.join(' + ')}`
  return [[start, work].filter(Boolean).join(' '), car ? `auto ${car.rekisterinumero}` : ''].filter(Boolean).join(', ')
}
