import type { Pool } from 'pg'
import { featuresOf } from '#domain/features/settings/settings.ts'
import { isQuietHour, newOrderMessage } from '#domain/features/sms/new-order-message.ts'
import { minuteOfDay } from '#domain/values/time/time.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { enqueueSms, smsLeftToday } from '#server/platform/sms/sms-queue.ts'
import { driversWithNewOrders, forgetNewOrders, forgetOldNewOrders } from './queries.ts'
import { mobileNumberOf } from './send-message.ts'

/** Orders assigned earlier than this are not announced. */
const newForSeconds = 24 * 60 * 60

/**
 * Sends drivers a text message about orders assigned to them (rules/sms.md#new-orders): at most one in five minutes for all new orders together. During
 * quiet hours nothing is sent; afterwards the message counts the orders that are still theirs to do. Runs every minute.
 */
export async function announceNewOrders({ pool, clock }: { pool: Pool; clock: () => number }): Promise<void> {
  const now = clock()
  await forgetOldNewOrders(pool, now - newForSeconds)
  const { values: settings } = await storedSettings(pool)
  const { hiljaisuus_alkaa: from, hiljaisuus_paattyy: to, tekstiviesteja_paivassa: max } = settings
  const isOn = featuresOf(settings).tekstiviestit
  if (isOn && isQuietHour(Math.floor(minuteOfDay(now) / 60), { from, to })) return
  await inTransaction(pool, async (client) => {
    const left = await smsLeftToday(client, { max, now, lock: true })
    const drivers = await driversWithNewOrders(client, now)
    const messages = drivers.flatMap((driver) => {
      const numero = isOn && driver.tilauksia > 0 ? mobileNumberOf(driver) : null
      const common = { laji: 'uudet_tilaukset', lahettaja: null, vastaanottaja: driver.id } as const
      return numero === null ? [] : [{ ...common, numero, teksti: newOrderMessage(driver.tilauksia) }]
    })
    const sent = messages.slice(0, left)
    await enqueueSms(client, sent, now)
    const unsent = new Set(messages.slice(left).map(({ vastaanottaja }) => vastaanottaja))
    await forgetNewOrders(
      client,
      drivers.filter(({ id }) => !unsent.has(id)),
    )
  })
}
