import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type CustomerMonth, customerMonthsCall } from '#domain/features/customers/customer-months.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { MonthsChart } from '#web/features/customers/chart-of-months.ts'
import { formatCount, formatEuros, formatMonth } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from '../customers.module.css'

/** Delivered orders and their sums by month, as a chart and a table. */
export function Months({ customer }: { customer: string }) {
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(customerMonthsCall.path, { asiakas_id: customer }),
    queryFn: ({ signal }) => callApi(customerMonthsCall, { asiakas_id: customer }, { signal }),
  })
  if (isPending) return <SectionSkeleton lines={4} />
  const months = data?.data
  const total = months?.reduce((sum, { summa }) => sum + summa, 0) ?? 0
  const count = months?.reduce((sum, { tilauksia }) => sum + tilauksia, 0) ?? 0
  return (
    <Section title="Toimitetut tilaukset kuukausittain" aside={count > 0 && `12 kk: ${formatEuros(total)} (alv 0 %)`}>
      {!months ? (
        <ErrorState retry={() => void refetch()} />
      ) : count === 0 ? (
        <p className={classes.empty}>Ei toimitettuja tilauksia 12 kuukauteen.</p>
      ) : (
        <>
          <div className={classes.chart} aria-hidden>
            <Suspense fallback={null}>
              <MonthsChart months={months} />
            </Suspense>
          </div>
          <details className={classes.details}>
            <summary>Luvut taulukkona</summary>
            <MonthsTable months={months} />
          </details>
        </>
      )}
    </Section>
  )
}

function MonthsTable({ months }: { months: readonly CustomerMonth[] }) {
  return (
    <table className={classes.months}>
      <thead>
        <tr>
          <th scope="col">Kuukausi</th>
          <th scope="col">Tilauksia</th>
          <th scope="col">Summa (alv 0 %)</th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.kuukausi}>
            <td>{formatMonth(month.kuukausi)}</td>
            <td>{formatCount(month.tilauksia)}</td>
            <td>{formatEuros(month.summa)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
