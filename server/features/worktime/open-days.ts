import { rowAt } from '#domain/features/settings/dated-rows.ts'
import { defaultWorktimeRules } from '#domain/features/settings/worktime-rules.ts'
import { formatMoment } from '#domain/values/time/helsinki-clock.ts'
import { addDays } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { addRow, type RowChange, system, updateRow } from '#server/entities/engine.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { noticesOfOpenDays, openDayNotice, openDaysWithDrivers } from './queries.ts'

const driverKey = ({ id }: { id: string }): string => `${openDayNotice}${id}.kuljettaja`

/** How long a notification is shown unless the day ends or it is dismissed. */
const shownDays = 30

/**
 * Notifies drivers and administrators of days that have been open for longer than the rule table allows, each once, and hides the notifications when the
 * days have ended (rules/worktime.md#open-days). Idempotent.
 */
export async function flagOpenDays({ pool, engine, clock }: Pick<Context, 'pool' | 'engine' | 'clock'>): Promise<void> {
  const now = clock()
  const { values: settings } = await storedSettings(pool)
  const days = await openDaysWithDrivers(pool)
  const notices = await noticesOfOpenDays(pool, days.map(driverKey))
  const known = new Set(notices.map(({ key }) => key))
  const shown = { start: now, end: addDays(now, shownDays) }
  const added = days.flatMap(({ id, kuljettaja, nimi, alkuaika }): RowChange[] => {
    const { avoin } = rowAt(settings.tyoajan_saannot, alkuaika) ?? defaultWorktimeRules
    const key = driverKey({ id })
    if (now - alkuaika <= avoin * 60 || known.has(key)) return []
    const since = `on ollut auki ${formatMoment(alkuaika)} alkaen`
    const forDriver = `Työpäiväsi ${since}. Jos työsi on jo päättynyt, päätä päivä ja pyydä korjausta.`
    const forStaff = `Työpäivä ${since}: ${nimi}.`
    return [
      addRow('notification', { ...shown, tyyppi: 'PERSONAL', henkilot: [kuljettaja], key, message: forDriver }),
      addRow('notification', { ...shown, tyyppi: 'GLOBAL', roles: ['yllapito'], key: `${openDayNotice}${id}.yllapito`, message: forStaff }),
    ]
  })
  const open = new Set(days.map(({ id }) => id))
  const ended = notices
    .filter(({ key, disabled }) => !disabled && !open.has(key.slice(openDayNotice.length).split('.')[0] ?? ''))
    .map(({ id }) => updateRow('notification', id, { disabled: true }, { reason: 'Työpäivä on päätetty.' }))
  const changes = [...added, ...ended]
  if (changes.length > 0) await engine.save(system, changes)
}
