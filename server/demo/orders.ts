import { addDays, atTime, startOfDay, weekdayOf } from '#domain/values/time/time.ts'
import type { DemoCompany, DemoDriver } from './company.ts'
import type { DemoCustomer } from './customer.ts'
import type { DemoInvoicing } from './invoices.ts'
import { addOrder, type Ending, isInvoiced, type OrderCast, type OrderPlan, type Times } from './order-history.ts'
import type { Random } from './random.ts'

const minute = 60
const hour = 60 * minute
const shipmentCounts = [1, 1, 1, 1, 1, 2, 2, 2, 3, 4]

/** Endings of today's orders as in an afternoon: every state at once, most of the work done or on its way. */
const todays = `uusi matkalla matkalla toimitettu uusi matkalla siirretty uusi osin_toimitettu matkalla uusi myohassa toimitettu matkalla
  uusi odottaa_siirtoa matkalla siirto uusi toimitettu matkalla osin_toimitettu uusi siirretty myohassa peruutettu`.split(/\s+/) as Ending[]
const tomorrows: readonly Ending[] = [...Array<Ending>(16).fill('uusi'), 'siirretty', 'matkalla', 'peruutettu', 'siirretty']

function endingFor(random: Random, day: number, nth: number): Ending {
  if (day === 0) return todays[nth % todays.length] ?? 'uusi'
  if (day === 1) return tomorrows[nth % tomorrows.length] ?? 'uusi'
  if (day > 1) return random.chance(0.03) ? 'peruutettu' : 'uusi'
  // Unfinished orders of past days, so that something is always late.
  if (nth === 0 && (day === -2 || day === -3)) return day === -2 ? 'uusi' : 'matkalla'
  if (day >= -7) return random.weighted({ toimitettu: 84, peruutettu: 5, osin_toimitettu: 3, myohassa: 3, uusi: 3, siirretty: 2 })
  return random.weighted({ laskutettu: 89, toimitettu: 3, osin_peruutettu: 4, peruutettu: 4 })
}

/** The number of orders for each day: weekdays are busier, and the nearer a future day is, the more orders it has. */
export function ordersPerDay(total: number, today: number): Map<number, number> {
  const days = Array.from({ length: 75 }, (_, index) => index - 60).filter((day) => day < 0 || day > 1)
  const busyness = (day: number): number => {
    const ofWeekday = [1, 1, 1, 1, 1.15, 0.22, 0.06][weekdayOf(addDays(today, day)) - 1] ?? 1
    return ofWeekday * (day > 1 ? Math.max(0.15, 0.75 - day * 0.045) : 1)
  }
  const counts = new Map([todays, tomorrows].map((endings, day) => [day, endings.length]))
  const share = (total - todays.length - tomorrows.length) / days.reduce((sum, day) => sum + busyness(day), 0)
  // The running sum is rounded, so that the counts add up to the total exactly.
  let expected = 0
  for (const day of days) {
    const before = Math.round(expected)
    expected += share * busyness(day)
    counts.set(day, Math.round(expected) - before)
  }
  return counts
}

/** A time on the last working day that is not after the day `days` from today. */
export function officeTime(today: number, days: number, { hours, minutes = 0 }: { hours: number; minutes?: number }): number {
  const daysAfterFriday = Math.max(0, weekdayOf(addDays(today, days)) - 5)
  return atTime(addDays(today, days - daysAfterFriday), hours, minutes)
}

/** Times of orders under way: counted backwards from `clock`, so that none is in the future at any time of day. */
export function currentTimes(random: Random, { today, clock, isBegun }: { today: number; clock: number; isBegun: boolean }): Times {
  const minutes = isBegun ? random.between(0, 59) : 0
  const isEarlier = isBegun || random.chance(0.75)
  const ordered = isEarlier
    ? officeTime(today, -random.between(1, 4), { hours: random.between(8, 15), minutes })
    : clock - random.between(15, 100) * minute
  const assigned = ordered + Math.floor(Math.min(3 * hour, (clock - ordered) / 2) * (0.2 + random.number() * 0.8))
  const pickedUp = isBegun ? clock - random.between(45, 200) * minute : Math.min(clock - minute, assigned + random.between(5, 90) * minute)
  const underWay = clock - random.between(22, 38) * minute
  return { ordered, assigned, pickedUp, underWay, delivered: clock - random.between(4, 20) * minute, invoiced: 0 }
}

/** Times of a past day: orders at ten, drivers assigned in the evening, deliveries at noon. Few distinct times, so few saves. */
function pastTimes(random: Random, { today, clock, day }: Slot): Times {
  const ordered = officeTime(today, day - random.between(1, 3), { hours: 10 })
  const pickedUp = atTime(addDays(today, day), 7)
  const invoiced = atTime(addDays(today, day + 7), 10)
  const driven = { assigned: atTime(ordered, 16, 30), pickedUp, underWay: pickedUp + 2 * hour, delivered: pickedUp + 5 * hour }
  return { ordered, ...driven, invoiced: invoiced < clock ? invoiced : 0 }
}

/** Today and tomorrow drivers visit places near each other, as their routes are planned; the other days show the whole country. */
const isDrivenNow = (day: number): boolean => day === 0 || day === 1

/** The first customer, whose people sign in as `asiakas` and `asiakasyllapito`, has many orders. */
function customerFor(random: Random, { customers }: DemoCompany, { day, nth }: Slot): DemoCustomer {
  const often = isDrivenNow(day) ? nth % 4 === 1 : random.chance(0.14)
  return often
    ? (customers[0] ?? random.pick(customers))
    : random.pick(isDrivenNow(day) ? customers.filter(({ isNearby }) => isNearby) : customers)
}

/** `kuljettaja` has every third order of today and tomorrow; the further ahead, the fewer orders have a driver. Past days have three. */
function driverFor(random: Random, { drivers }: DemoCompany, { day, nth, ending }: Slot & { ending: Ending }): DemoDriver | null {
  const share = ending !== 'uusi' && ending !== 'peruutettu' ? 1 : day <= 0 ? 0.75 : day === 1 ? 0.7 : day < 5 ? 0.35 : 0.08
  if (isDrivenNow(day) && nth % 3 === 0 && ending !== 'peruutettu') return drivers[0] ?? null
  if (!random.chance(share)) return null
  return day < 0 ? (drivers[(random.between(0, 2) - day * 2) % drivers.length] ?? null) : random.pick(drivers)
}

/** One of the orders of a day, counted from today. */
type Slot = Calendar & { day: number; nth: number }
type Calendar = { today: number; clock: number }

function planOrder(random: Random, company: DemoCompany, slot: Slot): OrderPlan {
  const { day, nth, today } = slot
  const planned = endingFor(random, day, nth)
  const customer = customerFor(random, company, slot)
  // Without a billing address an order cannot be invoiced, and the list of uninvoiced orders shows that.
  const ending = planned === 'laskutettu' && !customer.isBillable ? 'toimitettu' : planned
  const isBegun = ending !== 'uusi' && ending !== 'peruutettu'
  const times = day < 0 ? pastTimes(random, slot) : currentTimes(random, { ...slot, isBegun })
  // The first of today always has goods, so that `kuljettaja` has something to pick up.
  const isFirstToday = day === 0 && nth === 0
  const mayBeHourlyOnly = ['uusi', 'matkalla', 'toimitettu', 'laskutettu', 'peruutettu'].includes(ending)
  const isHourlyOnly = mayBeHourlyOnly && random.chance(0.13) && !isFirstToday
  const shipments = Math.max(ending.startsWith('osin_') ? 2 : 1, random.pick(shipmentCounts))
  return {
    ending,
    times: customer.isBillable ? times : { ...times, invoiced: 0 },
    request: {
      customer,
      day: addDays(today, day),
      shipments: isHourlyOnly ? 0 : shipments,
      hourly: isHourlyOnly || random.chance(0.05),
      isLocal: isDrivenNow(day),
    },
    driver: driverFor(random, company, { ...slot, ending }),
    transferred: day < 0 && !isHourlyOnly && random.chance(0.04),
    hasFailed: ending === 'myohassa' && (day === 0 || random.chance(0.5)),
    // Most have the price of the price list; every fourth has one that was agreed by phone.
    typedPrice: random.chance(0.25) ? random.between(9, 80) * 5 : 0,
  }
}

/** The orders of the demo company, and two groups of them. Returns those that are invoiced by invoices of ours. */
export function addOrders(cast: OrderCast, total: number, now: number): DemoInvoicing {
  const { history, company } = cast
  const today = startOfDay(now)
  const clock = Math.min(now, atTime(now, 15, 30))
  const plans = [...ordersPerDay(total, today)].flatMap(([day, count]) =>
    Array.from({ length: count }, (_, nth) => planOrder(history.random, company, { day, nth, today, clock })),
  )
  plans.sort((a, b) => a.times.ordered - b.times.ordered || a.request.day - b.request.day)
  // At least one delivered order has no price, on every day.
  const unpriced = plans.find(
    ({ ending, request }) =>
      ending === 'toimitettu' && request.day < today && request.shipments > 0 && !request.hourly && request.customer.isBillable,
  )
  if (unpriced) {
    unpriced.typedPrice = 0
    unpriced.request.crossesBorder = true
  }
  for (const plan of plansWithInvoices(plans, company)) plan.hasInvoice = true
  const orders = plans.map((plan) => ({ plan, ...addOrder(cast, plan) }))
  groupOrders(cast, orders, { today, clock })
  addFavourite(cast, orders, clock)
  return ordersToInvoice(orders, company)
}

const jointOrders = 8
const singleOrders = 12

/** The newest invoiced orders of the first customer, which gets joint invoices, and of the others. */
function plansWithInvoices(plans: readonly OrderPlan[], { customers: [first] }: DemoCompany): OrderPlan[] {
  const newest = plans
    .filter((plan) => isInvoiced(plan) && plan.ending === 'laskutettu')
    .toSorted((a, b) => b.times.invoiced - a.times.invoiced || b.times.ordered - a.times.ordered)
  const ofFirst = newest.filter(({ request }) => request.customer === first)
  const ofOthers = newest.filter(({ request }) => request.customer !== first)
  return [...ofFirst.slice(0, jointOrders), ...ofOthers.slice(0, singleOrders)]
}

/** The first customer's orders together, at the time of the last one, the others one by one in the order of time. */
function ordersToInvoice(orders: readonly PlannedOrder[], { customers: [first] }: DemoCompany): DemoInvoicing {
  const invoiced = orders.filter(({ plan }) => plan.hasInvoice)
  const ofFirst = invoiced.filter(({ plan }) => plan.request.customer === first)
  const ofOthers = invoiced.filter(({ plan }) => plan.request.customer !== first)
  return {
    joint: { ids: ofFirst.map(({ id }) => id), at: Math.max(0, ...ofFirst.map(({ plan }) => plan.times.invoiced)) },
    single: ofOthers.map(({ id, plan }) => ({ ids: [id], at: plan.times.invoiced })).toSorted((a, b) => a.at - b.at),
  }
}

/** The first customer's latest delivered order with goods is a favourite of theirs. */
function addFavourite({ history, company: { customers } }: OrderCast, orders: readonly PlannedOrder[], clock: number): void {
  const [customer] = customers
  const [by] = customer?.users ?? []
  const delivered = orders.findLast(
    ({ plan: { ending, request } }) => request.customer === customer && request.shipments > 0 && ending === 'toimitettu',
  )
  if (by && delivered) history.add('suosikkitilaus', { name: 'Viikkotäydennys', tilaus: delivered.id }, { by, at: clock - 30 })
}

type PlannedOrder = { id: string; isAbroad: boolean; plan: OrderPlan }

/**
 * Two groups of two orders with a joint price (rules/orders.md#order-groups): one that is all delivered and can be invoiced, and one that waits
 * for its second order, which is on its way today.
 */
function groupOrders({ history, company }: OrderCast, orders: readonly PlannedOrder[], { today, clock }: Calendar): void {
  // The latest first, as orders invoiced together are delivered at about the same time.
  const priced = orders.toReversed().filter(({ isAbroad, plan }) => !isAbroad && plan.request.customer.isBillable)
  const delivered = priced.filter(({ plan }) => plan.ending === 'toimitettu' && plan.request.day < today)
  const underWay = priced.filter(({ plan }) => plan.ending === 'matkalla' && plan.request.day === today)
  const grouped = new Set<PlannedOrder>()
  const moment = { by: company.administrators[0], at: clock - 30 }
  for (const others of [delivered, underWay]) {
    const isPair = (a: PlannedOrder, b: PlannedOrder) =>
      a !== b && a.plan.request.customer === b.plan.request.customer && !grouped.has(a) && !grouped.has(b)
    const first = delivered.find((order) => others.some((other) => isPair(order, other)))
    const second = first && others.find((other) => isPair(first, other))
    if (!first || !second) continue
    const tilaus_ryhma = history.add('tilaus_ryhma', { asiakas: first.plan.request.customer.id, hinta: 180 }, moment)
    for (const order of [first, second]) {
      history.update('tilaus', { id: order.id, tilaus_ryhma }, moment)
      grouped.add(order)
    }
  }
}
