import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { isLive } from '#domain/entities/order/order.status.ts'
import { delayedArrival } from '#domain/entities/shipment/shipment.delay.ts'
import { faultKinds } from '#domain/errors.ts'
import { delayKey } from '#domain/features/deliveries/delay-key.ts'
import type { reportDelayCall } from '#domain/features/deliveries/report-delay.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import { formatDay, formatTime } from '#domain/values/time/helsinki-clock.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { addRow, systemFor, type TypedRow, updateRow } from '#server/entities/engine.ts'
import { lockOrders } from './lock-orders.ts'
import { ordersOfShipments } from './queries.ts'

type Input = z.output<typeof reportDelayCall.input>
type Parts = Context & { client: PoolClient }
type Shipment = Row<'lahetys'>

/** The bell shows a delay for this long (seconds). */
const shownSeconds = 86_400
/** The number of characters of a place in a notification. */
const maxLength = 100

/** Why nothing is changed; '' when the shipment is late as reported. `null`: it is stored already, or a newer report is. */
function refusalOf(found: TypedRow<'lahetys'> | undefined, reported: number): string | null {
  if (!found?.mayRead || found.row.status !== 1) return faultKinds.not_found.title
  if (!found.mayUpdate) return faultKinds.forbidden.title
  const { tila, poikkeama, myohastyminen_ilmoitettu } = found.row
  if (!isLive(tila)) return 'Lähetys on jo toimitettu tai peruttu.'
  if (poikkeama !== null) return 'Toimitus on epäonnistunut ja odottaa ajojärjestelyn päätöstä.'
  return myohastyminen_ilmoitettu >= reported ? null : ''
}

/** Stores a delay of shipments with its history, and notifies the dispatchers. Each shipment succeeds or is refused by itself. */
export async function reportDelay({ client, ...context }: Parts, viewer: Viewer, input: Input): Promise<OperationResults> {
  const { engine, clock } = context
  const reported = Math.min(Math.max(input.laitteen_aika + input.laitteen_ero, 0), clock())
  const arrival = delayedArrival({ expected: input.arvio, reported, minutes: input.minuutit })
  await lockOrders(engine, client, input.lahetykset)
  const loaded = new Map((await engine.load(viewer, 'lahetys', input.lahetykset, { runner: client })).map((found) => [found.row.id, found]))
  const refusals = new Map(input.lahetykset.map((id) => [id, refusalOf(loaded.get(id), reported)]))
  const late = input.lahetykset.flatMap((id) => (refusals.get(id) === '' ? (loaded.get(id)?.row ?? []) : []))
  if (late.length > 0) {
    const reason = `Myöhässä noin ${input.minuutit} min, uusi arvio ${formatDay(arrival)} klo ${formatTime(arrival)}`
    const changes = late.map((row) =>
      updateRow('lahetys', row.id, { ...valuesOf(row, reported, input), luvattu_aika: arrival, myohastyminen: input.minuutit }, { reason }),
    )
    await engine.save(viewer, changes, { client, grants: { lahetys: ['luvattu_aika', 'myohastyminen', 'myohastyminen_ilmoitettu'] } })
    await notifyDispatchers({ client, ...context }, viewer, { late, report: input.id, minutes: input.minuutit, arrival })
  }
  return {
    success: true,
    results: input.lahetykset.map((id) => {
      const message = refusals.get(id)
      return message ? { id, success: false, message } : { id, success: true }
    }),
  }
}

/** Goods on the way become `myohassa`. Others keep their state: it says that they wait for their pickup or transfer. */
const valuesOf = ({ tila }: Shipment, reported: number, { laitteen_aika, laitteen_ero }: Input): Partial<Shipment> => ({
  myohastyminen_ilmoitettu: reported,
  ...(tila === 'kuljetuksessa' ? { tila: 'myohassa', laitteen_aika, laitteen_ero } : {}),
})

type DelayNotice = { late: readonly Shipment[]; report: string; minutes: number; arrival: number }

async function notifyDispatchers(
  { client, engine, clock }: Parts,
  viewer: Viewer,
  { late, report, minutes, arrival }: DelayNotice,
): Promise<void> {
  const orders = await ordersOfShipments(
    client,
    late.map(({ id }) => id),
  )
  const byOrder = new Map(orders.map((order) => [order.id, order]))
  const now = clock()
  const when = `${startOfDay(arrival) === startOfDay(now) ? '' : `${formatDay(arrival)} `}klo ${formatTime(arrival)}`
  const notifications = [...byOrder.values()].map(({ id, tilausnro }) => {
    const first = late.find(({ tilaus }) => tilaus === id)
    const where = [first?.toimitus_nimi, first?.toimitus_postitmp].filter(Boolean).join(', ').slice(0, maxLength)
    const number = `${registry.tilaus.tunniste.prefix}-${tilausnro}`
    const message = `${number} myöhästyy noin ${minutes} min${where === '' ? '' : ` (${where})`}: uusi arvio ${when}`
    return addRow('notification', { message, key: delayKey(id, report), roles: ['yllapito'], start: now, end: now + shownSeconds })
  })
  await engine.save(systemFor(viewer), notifications, { client })
}
