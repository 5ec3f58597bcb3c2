import { RequestFault } from '#domain/errors.ts'
import { messageText } from '#domain/features/settings/message-texts.ts'
import { featuresOf } from '#domain/features/settings/settings.ts'
import { publicationMessages } from '#domain/features/shifts/publication-messages.ts'
import type { ShiftOperationsAnswer } from '#domain/features/shifts/shift-operations.ts'
import { isQuietHour } from '#domain/features/sms/new-order-message.ts'
import { minuteOfDay } from '#domain/values/time/time.ts'
import { sendTexts } from '../sms/send-message.ts'
import { type DayRange, dayRange, driverRow } from './calendar-data.ts'
import {
  announceShiftOrders,
  carsNamed,
  driversOfCalendar,
  shiftsById,
  shiftsOfDays,
  unpublishedShifts,
  workRoutesNamed,
} from './queries.ts'
import { emptyAnswer, type Operating, saveShifts, type Versions } from './save-shifts.ts'

type Publication = { kuljettajat: string[]; min: number; max: number; sms: boolean }

/** Publishes the drivers' shifts of the range (rules/shifts.md#publishing), with a text message to each if asked for. */
export async function publishShifts(operating: Operating, input: Publication, versions: Versions): Promise<ShiftOperationsAnswer> {
  const { client, clock } = operating
  const range = dayRange(input, clock())
  const ids = await unpublishedShifts(client, { ...range, drivers: input.kuljettajat })
  const texts = input.sms ? await textsOf(operating, range, input.kuljettajat) : null
  const changes = ids.map((id) => ({ id, values: { tila: 'PUBLISHED' as const }, mayAdd: false, pointer: '' }))
  const answer = await saveShifts(operating, changes, versions)
  await announceShiftOrders(client, { shifts: ids, now: clock() })
  return texts ? { ...answer, viestit: await sendPublication(operating, texts) } : answer
}

async function textsOf({ client, settings }: Operating, range: DayRange, drivers: readonly string[]): Promise<Map<string, string>> {
  const set = await settings()
  if (!featuresOf(set).tekstiviestit)
    throw new RequestFault({ kind: 'invalid', pointer: '/sms', detail: 'Tekstiviestit eivät ole käytössä.' })
  const own = new Set(drivers)
  const shifts = (await shiftsOfDays(client, range)).filter(({ kuljettaja }) => kuljettaja !== null && own.has(kuljettaja))
  const plan = {
    shifts,
    drivers: (await driversOfCalendar(client, { ids: drivers })).rows.map(driverRow),
    routes: await workRoutesNamed(client, [...new Set(shifts.flatMap(({ tyoreitti }) => tyoreitti))]),
    cars: await carsNamed(client, [...new Set(shifts.flatMap(({ auto }) => auto ?? []))]),
    template: messageText(set, 'teksti_tyovuorot'),
  }
  return new Map(publicationMessages(plan, { ...range, drivers }).map(({ kuljettaja, teksti }) => [kuljettaja, teksti]))
}

/** During the quiet hours the messages wait (rules/sms.md#shifts). */
async function sendPublication(operating: Operating, texts: ReadonlyMap<string, string>): Promise<ShiftOperationsAnswer['viestit']> {
  if (texts.size === 0) return []
  const { hiljaisuus_alkaa: from, hiljaisuus_paattyy: to } = await operating.settings()
  const waits = isQuietHour(Math.floor(minuteOfDay(operating.clock()) / 60), { from, to })
  const { results } = await sendTexts(operating, 'tyovuorot', texts)
  return results.map(({ id, success, message }) => {
    const said = success && waits ? `Lähtee klo ${to}.00.` : message
    return { kuljettaja: id, success, ...(said === undefined ? {} : { message: said }) }
  })
}

/** The message to the drivers of the shifts, each once. */
export async function messageDrivers(
  operating: Operating,
  { ids, message }: { ids: string[]; message: string },
): Promise<ShiftOperationsAnswer> {
  const shifts = await shiftsById(operating.client, ids)
  const drivers = [...new Set(shifts.flatMap(({ kuljettaja }) => kuljettaja ?? []))]
  if (drivers.length === 0) throw new RequestFault({ kind: 'invalid', pointer: '/ids', detail: 'Vuoroilla ei ole kuljettajaa.' })
  const { results } = await sendTexts(operating, 'viesti', new Map(drivers.map((id) => [id, message])))
  return { ...emptyAnswer, results }
}
