import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { isMobileNumber } from '#domain/features/sms/mobile-number.ts'
import type { SmsReceiver, sendSmsCall, smsReceiversCall } from '#domain/features/sms/send-sms.ts'
import type { SmsKind } from '#domain/features/sms/sent-sms.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { phone } from '#domain/values/checks.ts'
import type { Context } from '#server/context.ts'
import type { SettingsReader } from '#server/platform/settings/settings.ts'
import { allowSms, enqueueSms, type SmsDays, smsLeftToday } from '#server/platform/sms/sms-queue.ts'
import { type SmsPerson, smsPeople } from './queries.ts'

type Parts = Pick<Context, 'pool' | 'clock'> & { settings: SettingsReader }

const noNumber = 'Puhelinnumeroa ei ole.'
const notMobile = 'Numero ei ole matkapuhelinnumero.'
const notFound = 'Käyttäjää ei löydy.'

/** The phone number in E.164 format, and the reason why no message can be sent to it. */
function receiverOf({ id, name, puhelin }: SmsPerson): SmsReceiver {
  const read = phone(puhelin)
  const number = 'value' in read ? read.value : puhelin
  return { id, name, puhelin: number, este: puhelin === '' ? noNumber : isMobileNumber(number) ? '' : notMobile }
}

/** The person's mobile number in E.164 format; null when there is none. */
export function mobileNumberOf(person: SmsPerson): string | null {
  const { puhelin, este } = receiverOf(person)
  return este === '' ? puhelin : null
}

/** Why no message can be sent to the number of a profile; '' when it can. */
export const smsObstacle = (puhelin: string): string => receiverOf({ id: '', name: '', puhelin }).este

type Sending = Pick<Parts, 'clock' | 'settings'> & { client: PoolClient; viewer: Viewer }
/** The text for each user, and the days of the shifts that a message of shifts tells. */
type Texts = { laji: SmsKind; texts: ReadonlyMap<string, string>; jakso?: SmsDays }

/**
 * Queues a message for each of the users who has a mobile number (rules/sms.md#sending), in the caller's transaction. The others have failed
 * results and do not count towards the daily limit.
 */
export async function sendTexts({ client, clock, settings, viewer }: Sending, { laji, texts, jakso }: Texts): Promise<OperationResults> {
  const { tekstiviesteja_paivassa: max } = await settings()
  const now = clock()
  const receivers = new Map((await smsPeople(client, [...texts.keys()])).map((person) => [person.id, receiverOf(person)]))
  const reachable = [...receivers.values()].filter(({ este }) => este === '')
  await allowSms(client, reachable.length, { max, now })
  const messages = reachable.map(({ id, puhelin }) => ({
    ...{ laji, lahettaja: viewer.userId, vastaanottaja: id, numero: puhelin, teksti: texts.get(id) ?? '' },
    jakso: jakso ?? null,
  }))
  await enqueueSms(client, messages, now)
  const results = [...texts.keys()].map((id) => {
    const este = receivers.get(id)?.este ?? notFound
    return este === '' ? { id, success: true } : { id, success: false, message: este }
  })
  return { success: true, results }
}

/** The same message for all of the users. */
export const sendMessage = (
  parts: Omit<Sending, 'viewer'>,
  { users, message }: z.output<typeof sendSmsCall.input>,
  viewer: Viewer,
): Promise<OperationResults> => sendTexts({ ...parts, viewer }, { laji: 'viesti', texts: new Map(users.map((id) => [id, message])) })

/** The receivers of a message, and the number of messages that may still be sent today. */
export async function smsReceivers({ pool, clock, settings }: Parts, { users }: z.output<typeof smsReceiversCall.input>) {
  const { tekstiviesteja_paivassa: max } = await settings()
  const people = await smsPeople(pool, users)
  return { data: people.map(receiverOf), jaljella: await smsLeftToday(pool, { max, now: clock(), lock: false }) }
}
