import { messageText } from '#domain/features/settings/message-texts.ts'
import type { Settings } from '#domain/features/settings/settings.ts'
import { type PublicationPlan, publishedText } from '#domain/features/shifts/publication-messages.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { ShiftTexts } from '../sms/new-orders.ts'
import { type DayRange, driverRow } from './calendar-data.ts'
import { carsNamed, driversOfCalendar, shiftsOfDays, workRoutesNamed } from './queries.ts'

/** What the messages about the drivers' shifts of the range are made of. */
export async function publicationPlan(
  runner: Queryable,
  { range, drivers, settings }: { range: DayRange; drivers: readonly string[]; settings: Settings },
): Promise<PublicationPlan> {
  const chosen = new Set(drivers)
  const shifts = (await shiftsOfDays(runner, range)).filter(({ kuljettaja }) => kuljettaja !== null && chosen.has(kuljettaja))
  return {
    shifts,
    drivers: (await driversOfCalendar(runner, { ids: drivers })).rows.map(driverRow),
    routes: await workRoutesNamed(runner, [...new Set(shifts.flatMap(({ tyoreitti }) => tyoreitti))]),
    cars: await carsNamed(runner, [...new Set(shifts.flatMap(({ auto }) => auto ?? []))]),
    template: messageText(settings, 'teksti_tyovuorot'),
  }
}

/** The texts of messages that waited for the end of the quiet hours: shifts may have been changed or unpublished meanwhile. */
export const heldShiftTexts: ShiftTexts = async (runner, settings, messages) => {
  if (messages.length === 0) return []
  const range = { min: Math.min(...messages.map(({ days }) => days.min)), max: Math.max(...messages.map(({ days }) => days.max)) }
  const plan = await publicationPlan(runner, { range, settings, drivers: [...new Set(messages.map(({ driver }) => driver))] })
  return messages.map(({ driver, days }) => publishedText(plan, driver, days))
}
