import type { PriceList } from '#domain/price/price-list.ts'
import { addDays, atTime, startOfDay, weekdayOf } from '#domain/values/time.ts'
import type { Book } from './book.ts'
import type { Company, Driver } from './company.ts'
import type { Customer } from './customer.ts'
import { draftOrder } from './order-draft.ts'
import { groupOrders } from './order-groups.ts'
import { keepOrder, type Order } from './order-life.ts'
import { type Ending, type Signatures, type Story, type Times, tellOrder } from './order-story.ts'
import { pricingByList } from './price-lists.ts'
import type { Random } from './random.ts'

const demoDays = { first: -60, last: 14 } as const
const minute = 60
const hour = 60 * minute
const shipmentCounts = [1, 1, 1, 1, 1, 2, 2, 2, 3, 4] as const

/** Today as a dispatcher meets it in the afternoon: every state at once, most of the work done or on its way. */
const todays: readonly Ending[] = [
  'uusi',
  'matkalla',
  'matkalla',
  'toimitettu',
  'uusi',
  'matkalla',
  'siirretty',
  'uusi',
  'osin_toimitettu',
  'matkalla',
  'uusi',
  'myohassa',
  'toimitettu',
  'matkalla',
  'uusi',
  'odottaa_siirtoa',
  'matkalla',
  'siirto',
  'uusi',
  'toimitettu',
  'matkalla',
  'osin_toimitettu',
  'uusi',
  'siirretty',
  'myohassa',
  'peruutettu',
]
const tomorrows: readonly Ending[] = [
  ...Array.from({ length: 16 }, (): Ending => 'uusi'),
  'siirretty',
  'matkalla',
  'peruutettu',
  'siirretty',
]

function endingFor(random: Random, day: number, nth: number): Ending {
  if (day === 0) return todays[nth % todays.length] ?? 'uusi'
  if (day === 1) return tomorrows[nth % tomorrows.length] ?? 'uusi'
  if (day > 1) return random.chance(0.03) ? 'peruutettu' : 'uusi'
  // Left behind, so that there is always something late to take hold of.
  if (nth === 0 && (day === -2 || day === -3)) return day === -2 ? 'uusi' : 'matkalla'
  if (day >= -7) return random.weighted({ toimitettu: 84, peruutettu: 5, osin_toimitettu: 3, myohassa: 3, uusi: 3, siirretty: 2 })
  return random.weighted({ laskutettu: 89, toimitettu: 3, osin_peruutettu: 4, peruutettu: 4 })
}

/** How many orders each day wishes for: weekdays busier, the days ahead fill up as they come near. */
export function ordersPerDay(total: number, today: number): Map<number, number> {
  const fixed = todays.length + tomorrows.length
  const days = Array.from({ length: demoDays.last - demoDays.first + 1 }, (_, index) => demoDays.first + index).filter(
    (day) => day < 0 || day > 1,
  )
  const weights = days.map((day) => {
    const weekday = weekdayOf(addDays(today, day))
    const busy = weekday === 7 ? 0.06 : weekday === 6 ? 0.22 : weekday === 5 ? 1.15 : 1
    return busy * (day > 1 ? Math.max(0.15, 0.75 - day * 0.045) : 1)
  })
  const sum = weights.reduce((a, b) => a + b, 0)
  const counts = new Map<number, number>([
    [0, todays.length],
    [1, tomorrows.length],
  ])
  // Shares are rounded one after the other, so that together they make the total exactly.
  let [wanted, given] = [0, 0]
  days.forEach((day, index) => {
    wanted += ((total - fixed) * (weights[index] ?? 0)) / sum
    const count = Math.round(wanted) - given
    given += count
    counts.set(day, count)
  })
  return counts
}

/** Office hours of a working day at or before the one that lies `days` from today. */
export function officeMoment(random: Random, today: number, days: number): number {
  const weekday = weekdayOf(addDays(today, days))
  const back = weekday > 5 ? weekday - 5 : 0
  return atTime(addDays(today, days - back), random.between(8, 15), random.between(0, 59))
}

/**
 * When it all happened. What is under way now is told backwards from `clock`, so that nothing ever happens in the future,
 * whatever time of day the demo company is loaded.
 */
export function timesOf(random: Random, today: number, clock: number, day: number, ending: Ending): Times {
  const begun = !['uusi', 'peruutettu'].includes(ending)
  if (day >= 0) {
    const ordered =
      begun || random.chance(0.75) ? officeMoment(random, today, -random.between(1, 4)) : clock - random.between(15, 100) * minute
    const assigned = ordered + Math.floor(Math.min(3 * hour, (clock - ordered) / 2) * (0.2 + random.number() * 0.8))
    const pickedUp = begun ? clock - random.between(45, 200) * minute : Math.min(clock - minute, assigned + random.between(5, 90) * minute)
    const underWay = clock - random.between(22, 38) * minute
    return { ordered, assigned, pickedUp, underWay, delivered: clock - random.between(4, 20) * minute, invoiced: 0 }
  }
  const date = addDays(today, day)
  const ordered = officeMoment(random, today, day - random.between(1, 4))
  const pickedUp = atTime(date, random.between(6, 9), random.between(0, 59))
  const assigned = Math.min(ordered + random.between(15, 300) * minute, pickedUp - 15 * minute)
  const underWay = pickedUp + random.between(50, 160) * minute
  const delivered = underWay + random.between(20, 200) * minute
  const invoiced = officeMoment(random, today, day + 7)
  return { ordered, assigned, pickedUp, underWay, delivered, invoiced: invoiced > delivered && invoiced < clock ? invoiced : 0 }
}

/** The first customer, whose people sign in as `asiakas` and `asiakasyllapito`, orders much; the others by turns of chance. */
function customerFor(random: Random, { customers }: Company, day: number, nth: number): Customer {
  const often = day === 0 || day === 1 ? nth % 4 === 1 : random.chance(0.14)
  return often ? (customers[0] ?? random.pick(customers)) : random.pick(customers)
}

/** `kuljettaja` has every third order of today and tomorrow; the further ahead, the fewer have anybody. */
function driverFor(random: Random, { drivers }: Company, day: number, nth: number, ending: Ending): Driver | null {
  const share = ending !== 'uusi' && ending !== 'peruutettu' ? 1 : day <= 0 ? 0.75 : day === 1 ? 0.7 : day < 5 ? 0.35 : 0.08
  const first = drivers[0]
  if ((day === 0 || day === 1) && nth % 3 === 0 && first && ending !== 'peruutettu') return first
  return random.chance(share) ? random.pick(drivers) : null
}

type Plan = Omit<Story, 'transferred' | 'priced'> & { day: number; hourlyOnly: boolean }

type Stage = { book: Book; company: Company; lists: readonly PriceList[]; signatures: Signatures | null }

/** The orders of the demo company, numbered from `firstNumber` in the order in which they were placed. Gives the next number. */
export function addDemoOrders({ lists, ...cast }: Stage, total: number, now: number, firstNumber: number): number {
  const { book, company } = cast
  const { random } = book
  const today = startOfDay(now)
  const clock = Math.min(now, atTime(now, 15, 30))
  const plans = [...ordersPerDay(total, today)].flatMap(([day, count]) =>
    Array.from({ length: count }, (_, nth): Plan => {
      const wanted = endingFor(random, day, nth)
      const customer = customerFor(random, company, day, nth)
      // Without a billing address an order cannot be invoiced, and says so on the list.
      const ending = customer.billing === null && wanted === 'laskutettu' ? 'toimitettu' : wanted
      const hourlyOnly = ['uusi', 'matkalla', 'toimitettu', 'laskutettu', 'peruutettu'].includes(ending) && random.chance(0.13)
      const times = timesOf(random, today, clock, day, ending)
      return {
        day,
        ending,
        customer,
        hourlyOnly,
        times: customer.billing ? times : { ...times, invoiced: 0 },
        driver: driverFor(random, company, day, nth, ending),
      }
    }),
  )
  plans.sort((a, b) => a.times.ordered - b.times.ordered || a.day - b.day)
  const byList = pricingByList(book, company, lists)
  const told = plans.map(({ day, hourlyOnly, ...plan }, index): Order => {
    const least = plan.ending === 'osin_toimitettu' || plan.ending === 'osin_peruutettu' ? 2 : 1
    const shipments = hourlyOnly ? 0 : Math.max(least, random.pick(shipmentCounts))
    const hourly = hourlyOnly || random.chance(0.05)
    const draft = draftOrder(book, company, {
      customer: plan.customer,
      tilausnro: firstNumber + index,
      day: addDays(today, day),
      shipments,
      hourly,
    })
    const isPriced = plan.ending === 'laskutettu' || plan.ending === 'osin_peruutettu' || random.chance(0.9)
    // Of most the list's price will do; every fourth has one that was agreed on the telephone.
    const priced = !isPriced ? 'none' : index % 4 === 0 ? 'hand' : 'list'
    const transferred = day < 0 && !hourlyOnly && random.chance(0.1)
    return tellOrder({ ...cast, byList }, draft, { ...plan, priced, transferred })
  })
  for (const order of groupOrders(book, company, told, today)) keepOrder(book, order)
  return firstNumber + total
}
