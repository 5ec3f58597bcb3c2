import type { Pool } from 'pg'
import { featuresOf, type Settings } from '#domain/features/settings/settings.ts'
import { newOrderMessage } from '#domain/features/sms/new-order-message.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { enqueuePushes, peopleWithDevices, storeAnnounced } from '#server/platform/push/push-queue.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { isQuietAt } from '#server/platform/sms/send-sms.ts'
import { enqueueSms, type HeldSms, heldSmsExpireAfter, type SmsDays, smsLeftToday, takeHeldSms } from '#server/platform/sms/sms-queue.ts'
import { countHeldOrders, type DriverWithNewOrders, driversWithNewOrders, forgetNewOrders, forgetOldNewOrders } from './queries.ts'
import { mobileNumberOf } from './send-message.ts'

/** The texts about drivers' published shifts of some days, as these are now; null where there are none. */
export type ShiftTexts = (
  runner: Queryable,
  settings: Settings,
  messages: readonly { driver: string; days: SmsDays }[],
) => Promise<(string | null)[]>
/** `shiftTexts`: of the feature shifts, which depends on this one. */
type Parts = { pool: Pool; clock: () => number; shiftTexts: ShiftTexts }
type Held = { settings: Settings; shiftTexts: ShiftTexts; now: number }

/**
 * Announces orders to the drivers they were assigned to (rules/sms.md#new-orders), by text message and on the devices on which they allowed
 * notifications: at most once in five minutes for all new orders together. During quiet hours nothing is sent; afterwards the message counts the
 * orders that are still theirs to do, and so do the messages that were held. Runs every minute.
 */
export async function announceNewOrders({ pool, clock, shiftTexts }: Parts): Promise<void> {
  const now = clock()
  await forgetOldNewOrders(pool, now - heldSmsExpireAfter)
  const { values: settings } = await storedSettings(pool)
  const { tekstiviesteja_paivassa: max } = settings
  if (await isQuietAt(pool, now)) return
  const isOn = featuresOf(settings).tekstiviestit
  await inTransaction(pool, async (client) => {
    await sendHeldSms(client, { settings, shiftTexts, now })
    const left = await smsLeftToday(client, { max, now, lock: true })
    const drivers = await driversWithNewOrders(client, now)
    const onDevices = await announceOnDevices(client, drivers, now)
    const messages = drivers.flatMap((driver) => {
      const numero = isOn && driver.tilauksia > 0 ? mobileNumberOf(driver) : null
      const common = { laji: 'uudet_tilaukset', lahettaja: null, vastaanottaja: driver.id, tilaukset: driver.tilaukset } as const
      return numero === null ? [] : [{ ...common, numero, teksti: newOrderMessage(driver.tilauksia, settings) }]
    })
    const sent = messages.slice(0, left)
    await enqueueSms(client, sent, now)
    const unsent = new Set(messages.slice(left).map(({ vastaanottaja }) => vastaanottaja))
    await forgetNewOrders(
      client,
      drivers.filter(({ id }) => onDevices.has(id) || !unsent.has(id)),
    )
  })
}

/**
 * Queues the messages that were held during the quiet hours: those of orders with the number that is still to be done, those of shifts with the shifts
 * as they are now. What has nothing left to tell is dropped.
 */
async function sendHeldSms(client: Queryable, { settings, shiftTexts, now }: Held): Promise<void> {
  const held = await takeHeldSms(client, now)
  const ofShifts = mergedDays(held)
  const others = held.filter(({ jakso }) => jakso === null)
  const counts = await countHeldOrders(client, others)
  const texts = await shiftTexts(
    client,
    settings,
    ofShifts.map(({ vastaanottaja, jakso }) => ({ driver: vastaanottaja, days: jakso })),
  )
  const due = [
    ...others.flatMap((message, index) => {
      if (message.tilaukset.length === 0) return [message]
      const count = counts[index] ?? 0
      return count > 0 ? [{ ...message, teksti: newOrderMessage(count, settings) }] : []
    }),
    ...ofShifts.flatMap((message, index) => {
      const teksti = texts[index] ?? null
      return teksti === null ? [] : [{ ...message, teksti }]
    }),
  ]
  await enqueueSms(client, due, now)
}

type ShiftSms = HeldSms & { jakso: SmsDays }

/** The messages of shifts; those to one driver about overlapping days become one about them all. */
function mergedDays(held: readonly HeldSms[]): ShiftSms[] {
  const ofShifts = held.flatMap((message): ShiftSms[] => (message.jakso ? [{ ...message, jakso: message.jakso }] : []))
  const merged: ShiftSms[] = []
  for (const message of ofShifts.toSorted((a, b) => a.jakso.min - b.jakso.min)) {
    const at = merged.findIndex(({ vastaanottaja, jakso }) => vastaanottaja === message.vastaanottaja && jakso.max >= message.jakso.min)
    const earlier = merged[at]
    if (earlier) merged[at] = { ...earlier, jakso: { min: earlier.jakso.min, max: Math.max(earlier.jakso.max, message.jakso.max) } }
    else merged.push(message)
  }
  return merged
}

/** Those of the drivers who are told on a device. */
async function announceOnDevices(client: Queryable, drivers: readonly DriverWithNewOrders[], now: number): Promise<ReadonlySet<string>> {
  const able = drivers.filter(({ tilauksia }) => tilauksia > 0)
  const devices = await peopleWithDevices(
    client,
    now,
    able.map(({ id }) => id),
  )
  const pushes = able.flatMap(({ id, tilaukset }) =>
    devices.has(id) ? [{ person: id, kind: 'new_orders' as const, subjects: tilaukset }] : [],
  )
  await enqueuePushes(client, pushes, now)
  await storeAnnounced(
    client,
    pushes.flatMap(({ person, kind, subjects }) => subjects.map((subject) => ({ person, kind, subject }))),
    now,
  )
  return new Set(devices.keys())
}
