import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type BillingPeriod,
  maxPauseMonths,
  nextBillingDates,
  skips,
  unbilledByPeriodChange,
} from '#domain/entities/rental/rental.calendar.ts'
import type { Vuokraus } from '#domain/entities/rental/rental.entity.ts'
import { periodText } from '#domain/features/rentals/rental-order.ts'
import { shownDates } from '#domain/features/rentals/rentals.ts'
import type { SetFields } from '#web/kit/entity/fields/entity-fields.tsx'
import type { Content } from '#web/kit/entity/fields/row-fields.ts'
import { rowQuery } from '#web/kit/entity/row-query.ts'
import { SkipDayButton } from '#web/kit/form/skip-day-button.tsx'
import { formatDate, formatDayOfYear, formatEuros, formatNumber } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { PauseBilling } from './pause-billing.tsx'
import classes from './rentals.module.css'
import { typedPrice, typedTerms } from './typed-rental.ts'

type Props = {
  content: Content
  /** Null for a new rental. */
  stored: Vuokraus | null
  /** Null when the viewer may not change the rental. */
  set: SetFields | null
}

/** The next billing dates of the rental as it is typed. Each can be skipped and restored; saved with the form. */
export function BillingDates({ content, stored, set }: Props) {
  const customer = typeof content.asiakas === 'string' ? content.asiakas : ''
  const { data, isError, refetch } = useQuery({ ...rowQuery('asiakas', customer), enabled: customer !== '' })
  const now = nowSeconds()
  const terms = typedTerms(content, stored, now)
  if (terms.tila === 'arkistoitu') return <Unbilled stored={stored} now={now} />
  // The price comes from the customer.
  if (customer !== '' && !data) return isError ? <ErrorState retry={() => void refetch()} /> : <SectionSkeleton lines={shownDates} />
  const price = typedPrice(content, stored, data)
  const dates = nextBillingDates(terms, now, shownDates)
  const leftOut =
    stored === null || stored.laskutuskausi === terms.laskutuskausi ? null : unbilledByPeriodChange(stored, terms.laskutuskausi, now)
  const resumed = dates.at(-1)?.isSkipped
    ? nextBillingDates(terms, now, maxPauseMonths + 1)
        .slice(shownDates)
        .find(({ isSkipped }) => !isSkipped)
    : undefined
  const setSkipped = (day: number, period: BillingPeriod, isSkipped: boolean) => {
    const others = terms.ohitetut_paivat.filter((other) => !skips(other, period, terms.laskutuskausi))
    set?.({ ohitetut_paivat: isSkipped ? [...others, day].sort((a, b) => a - b) : others })
  }
  return (
    <div>
      <Text className={classes.sum}>
        {formatNumber(price.maara)} × {formatEuros(price.hinta)} = <strong>{formatEuros(price.hinta_total)}</strong> kuukaudessa
      </Text>
      {leftOut && <Text className={classes.sum}>Kun laskutuskausi vaihtuu, {periodText(leftOut)} jää laskuttamatta.</Text>}
      <ul className={classes.dates} aria-label="Seuraavat laskutuspäivät">
        {dates.map(({ day, period, isSkipped }) => (
          <li key={day} className={classes.date} data-skipped={isSkipped || undefined}>
            <span className={classes.day}>{formatDayOfYear(day)}</span>
            <span className={classes.period}>{periodText(period)}</span>
            <span className={classes.price}>{isSkipped ? 'Ohitetaan' : formatEuros(price.hinta_total)}</span>
            {set && <SkipDayButton day={day} isSkipped={isSkipped} onSkip={(skip) => setSkipped(day, period, skip)} />}
          </li>
        ))}
      </ul>
      {resumed && <Text className={classes.sum}>Laskutus jatkuu {formatDate(resumed.day)}.</Text>}
      {set && <PauseBilling terms={terms} sum={price.hinta_total} setSkippedDays={(days) => set({ ohitetut_paivat: days })} />}
    </div>
  )
}

/** What is no longer billed once the archived rental is saved. */
function Unbilled({ stored, now }: { stored: Vuokraus | null; now: number }) {
  const [next] = stored ? nextBillingDates(stored, now, 1) : []
  return (
    <Text className={classes.sum}>
      Arkistoitua vuokrausta ei laskuteta.
      {next && ` Kausi ${periodText(next.period)} jää laskuttamatta.`} Kun vuokraus aktivoidaan, laskutus jatkuu siitä päivästä.
    </Text>
  )
}
