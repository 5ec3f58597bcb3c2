import { Anchor, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type CustomerMonth, customerMonthsCall } from '#domain/features/customers/customer-months.ts'
import { dayOf } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { MonthsChart } from '#web/features/customers/chart-of-months.ts'
import { formatCount, formatEuros, formatMonth } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from '../start.module.css'

// Loaded on demand, because the chart library is large.

/** The orders delivered this month and their sum, beside the eleven months before. */
export function ThisMonth({ customer }: { customer: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.call(customerMonthsCall.path, { asiakas_id: customer }),
    queryFn: ({ signal }) => callApi(customerMonthsCall, { asiakas_id: customer }, { signal }),
  })
  if (!data && !isError) return <SectionSkeleton lines={5} />
  const months = data?.data ?? []
  const current = months.at(-1)
  return (
    <Section
      title="Tässä kuussa"
      aside={
        <Anchor component={Link} to="/laskut">
          Laskut
        </Anchor>
      }
    >
      {!current ? (
        <ErrorState retry={() => void refetch()} />
      ) : (
        <>
          <Link to="/arkisto" search={{ aika: dayOf(current.kuukausi).slice(0, 7) }} className={classes.month}>
            <span className={classes.number}>{formatCount(current.tilauksia)}</span>
            <span>{current.tilauksia === 1 ? 'toimitettu tilaus' : 'toimitettua tilausta'}</span>
            {current.summa > 0 && <span className={classes.number}>{formatEuros(current.summa)}</span>}
            {current.summa > 0 && <span>alv 0 %</span>}
          </Link>
          {months.some(({ tilauksia }) => tilauksia > 0) && (
            <>
              <div className={classes.chart} aria-hidden>
                <Suspense fallback={null}>
                  <MonthsChart months={months} />
                </Suspense>
              </div>
              <MonthsTable months={months} />
            </>
          )}
        </>
      )}
    </Section>
  )
}

/** What the chart draws, for screen readers. */
const MonthsTable = ({ months }: { months: readonly CustomerMonth[] }) => (
  <VisuallyHidden component="div">
    <table>
      <caption>Toimitetut tilaukset kuukausittain</caption>
      <thead>
        <tr>
          <th scope="col">Kuukausi</th>
          <th scope="col">Tilauksia</th>
          <th scope="col">Summa, alv 0 %</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ kuukausi, tilauksia, summa }) => (
          <tr key={kuukausi}>
            <th scope="row">{formatMonth(kuukausi)}</th>
            <td>{formatCount(tilauksia)}</td>
            <td>{summa > 0 ? formatEuros(summa) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </VisuallyHidden>
)
