import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { isMobileNumber } from '#domain/features/sms/mobile-number.ts'
import type { SmsReceiver, sendSmsCall, smsReceiversCall } from '#domain/features/sms/send-sms.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { phone } from '#domain/values/checks.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { SettingsReader } from '#server/platform/settings/settings.ts'
import { allowSms, enqueueSms, smsLeftToday } from '#server/platform/sms/sms-queue.ts'
import { type SmsPerson, smsPeople } from './queries.ts'

type Parts = Pick<Context, 'pool' | 'clock'> & { settings: SettingsReader }

const noNumber = 'Puhelinnumeroa ei ole.'
const notMobile = 'Numero ei ole matkapuhelinnumero.'
const notFound = 'Käyttäjää ei löydy.'

/** A person as a receiver: the number as E.164, and why nothing can be sent to it. */
function receiverOf({ id, name, puhelin }: SmsPerson): SmsReceiver {
  const read = phone(puhelin)
  const number = 'value' in read ? read.value : puhelin
  return { id, name, puhelin: number, este: puhelin === '' ? noNumber : isMobileNumber(number) ? '' : notMobile }
}

/** The number that messages to the person go to; null when there is none. */
export function mobileNumberOf(person: SmsPerson): string | null {
  const { puhelin, este } = receiverOf(person)
  return este === '' ? puhelin : null
}

/** Queues the message for whoever has a mobile number (rules/sms.md#sending); the others are told apart, and count for nothing. */
export async function sendMessage(
  { pool, clock, settings }: Parts,
  { users, message }: z.output<typeof sendSmsCall.input>,
  viewer: Viewer,
): Promise<OperationResults> {
  const { tekstiviesteja_paivassa: max } = await settings()
  const now = clock()
  return inTransaction(pool, async (client) => {
    const receivers = new Map((await smsPeople(client, users)).map((person) => [person.id, receiverOf(person)]))
    const able = [...receivers.values()].filter(({ este }) => este === '')
    await allowSms(client, able.length, { max, now })
    const common = { laji: 'viesti', lahettaja: viewer.userId, teksti: message } as const
    await enqueueSms(
      client,
      able.map(({ id, puhelin }) => ({ ...common, vastaanottaja: id, numero: puhelin })),
      now,
    )
    const results = users.map((id) => {
      const este = receivers.get(id)?.este ?? notFound
      return este === '' ? { id, success: true } : { id, success: false, message: este }
    })
    return { success: true, results }
  })
}

/** Who would get a message, and how many may still be sent today. */
export async function smsReceivers({ pool, clock, settings }: Parts, { users }: z.output<typeof smsReceiversCall.input>) {
  const { tekstiviesteja_paivassa: max } = await settings()
  const people = await smsPeople(pool, users)
  return { data: people.map(receiverOf), jaljella: await smsLeftToday(pool, { max, now: clock(), lock: false }) }
}
