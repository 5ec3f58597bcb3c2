import { Input, Text } from '@mantine/core'
import { nextRunDays, type RunTerms } from '#domain/values/time/run-days.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { SetFields } from '#web/kit/entity/fields/entity-fields.tsx'
import type { Content } from '#web/kit/entity/fields/row-fields.ts'
import { useHolidays } from '#web/kit/form/holidays.ts'
import { SkipDayButton } from '#web/kit/form/skip-day-button.tsx'
import { formatDayOfYear } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import classes from './scheduled-orders.module.css'

const numbersIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

/** The terms that a save of the typed row will store. */
export const typedTerms = (content: Content, now: number): RunTerms => ({
  isActive: content.tila === 'aktiivinen',
  runsOnHolidays: content.ajetaan_pyhapaivat === true,
  viikonpaivat: numbersIn(content.viikonpaivat),
  aktivointipaiva: typeof content.aktivointipaiva === 'number' && content.aktivointipaiva > 0 ? content.aktivointipaiva : startOfDay(now),
  ohitetut_paivat: numbersIn(content.ohitetut_paivat),
})

/** The next days for which orders are made, of the row as it is typed. Each can be skipped and restored; saved with the form. */
export function RunDates({ content, set }: { content: Content; set: SetFields | null }) {
  const now = nowSeconds()
  const terms = typedTerms(content, now)
  const dates = nextRunDays(terms, useHolidays(), now)
  if (!terms.isActive)
    return (
      <Text className={classes.sum}>
        {content.tila === 'arkistoitu' ? 'Arkistoitu' : 'Tauolla'}: tilauksia ei tehdä. Niitä tehdään taas, kun tila on aktiivinen.
      </Text>
    )
  if (dates.length === 0) return <Text className={classes.sum}>Valitse viikonpäivät, niin näet seuraavat päivät.</Text>
  const setSkipped = (day: number, isSkipped: boolean) => {
    const others = terms.ohitetut_paivat.filter((other) => other !== day)
    set?.({ ohitetut_paivat: isSkipped ? [...others, day].sort((a, b) => a - b) : others })
  }
  return (
    <Input.Wrapper label="Seuraavat päivät" labelElement="div" mt="sm">
      <ul className={classes.dates} aria-label="Seuraavat päivät">
        {dates.map(({ day, isSkipped }) => (
          <li key={day} className={classes.date} data-skipped={isSkipped || undefined}>
            <span className={classes.day}>{formatDayOfYear(day)}</span>
            <span className={classes.period}>{isSkipped ? 'Ohitetaan' : ''}</span>
            {set && <SkipDayButton day={day} isSkipped={isSkipped} onSkip={(skip) => setSkipped(day, skip)} />}
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  )
}
