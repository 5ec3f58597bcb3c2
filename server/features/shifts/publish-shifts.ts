import { outdated, RequestFault } from '#domain/errors.ts'
import { featuresOf } from '#domain/features/settings/settings.ts'
import { publicationMessages } from '#domain/features/shifts/publication-messages.ts'
import type { ShiftOperationsAnswer } from '#domain/features/shifts/shift-operations.ts'
import { isQuietHour } from '#domain/features/sms/new-order-message.ts'
import { minuteOfDay } from '#domain/values/time/time.ts'
import { sendTexts } from '../sms/send-message.ts'
import { type DayRange, dayRange } from './calendar-data.ts'
import { publicationPlan } from './publication-plan.ts'
import { lockedShifts, shiftsById } from './queries.ts'
import { emptyAnswer, type Operating, refuseOldVersions, saveShifts, type Versions } from './save-shifts.ts'

type Publication = { kuljettajat: string[]; min: number; max: number; sms: boolean }

/**
 * Publishes the drivers' shifts of the range (rules/shifts.md#publishing), with a text message to each if asked for. The shifts are locked before
 * they and the texts are read, so that what is published is what the messages tell.
 */
export async function publishShifts(operating: Operating, input: Publication, versions: Versions): Promise<ShiftOperationsAnswer> {
  const { client, clock } = operating
  const range = dayRange(input, clock())
  const shifts = await lockedShifts(client, { ...range, drivers: input.kuljettajat })
  await refuseOldVersions(client, versions)
  const ids = shifts.flatMap(({ id, tila }) => (tila === 'UNPUBLISHED' ? [id] : []))
  if (versions) refuseUnseen(ids, versions)
  const texts = input.sms ? await textsOf(operating, { range, drivers: input.kuljettajat, shifts: shifts.map(({ id }) => id) }) : null
  const changes = ids.map((id) => ({ id, values: { tila: 'PUBLISHED' as const }, mayAdd: false, pointer: '' }))
  const answer = await saveShifts(operating, changes, versions)
  return texts ? { ...answer, viestit: await sendPublication(operating, { texts, range }) } : answer
}

/** Shifts that were added, or given to one of the drivers, since the preview. */
function refuseUnseen(ids: readonly string[], versions: NonNullable<Versions>): void {
  const unseen = ids.filter((id) => versions[id] === undefined)
  if (unseen.length > 0) throw new RequestFault(unseen.map((id) => outdated(`/versiot/${id}`)))
}

type Told = { range: DayRange; drivers: readonly string[]; shifts: readonly string[] }

async function textsOf({ client, settings }: Operating, { range, drivers, shifts }: Told): Promise<Map<string, string>> {
  const set = await settings()
  if (!featuresOf(set).tekstiviestit)
    throw new RequestFault({ kind: 'invalid', pointer: '/sms', detail: 'Tekstiviestit eivät ole käytössä.' })
  const plan = await publicationPlan(client, { range, drivers, settings: set })
  const locked = new Set(shifts)
  const told = { ...plan, shifts: plan.shifts.filter(({ id }) => locked.has(id)) }
  return new Map(publicationMessages(told, { ...range, drivers }).map(({ kuljettaja, teksti }) => [kuljettaja, teksti]))
}

/** During the quiet hours the messages wait (rules/sms.md#shifts). */
async function sendPublication(
  operating: Operating,
  { texts, range }: { texts: ReadonlyMap<string, string>; range: DayRange },
): Promise<ShiftOperationsAnswer['viestit']> {
  if (texts.size === 0) return []
  const { hiljaisuus_alkaa: from, hiljaisuus_paattyy: to } = await operating.settings()
  const waits = isQuietHour(Math.floor(minuteOfDay(operating.clock()) / 60), { from, to })
  const { results } = await sendTexts(operating, { laji: 'tyovuorot', texts, jakso: range })
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
  const { results } = await sendTexts(operating, { laji: 'viesti', texts: new Map(drivers.map((id) => [id, message])) })
  return { ...emptyAnswer, results }
}
