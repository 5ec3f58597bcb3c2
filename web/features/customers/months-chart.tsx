import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { CustomerMonth } from '#domain/features/customers/customer-months.ts'
import { formatCount, formatEuros, formatMonth } from '#web/kit/format.ts'

/** `marras` of `marraskuu 2026`, below a bar: the twelve months have different names. */
const shortName = (month: string): string => month.replace(/kuu .*/, '')

/** `7 500 €` */
const wholeEuros = (amount: number): string => `${formatCount(amount)}\u00a0€`

type Props = { months: readonly CustomerMonth[] }

/** One bar for each month: the sum, or the number of orders if the viewer sees no prices. */
export function MonthsChart({ months }: Props) {
  const hasPrices = months.some(({ summa }) => summa > 0)
  return (
    <BarChart
      h={220}
      data={months.map(({ kuukausi, summa, tilauksia }) => ({ kuukausi: formatMonth(kuukausi), summa, tilauksia }))}
      dataKey="kuukausi"
      series={[
        hasPrices ? { name: 'summa', label: 'Summa', color: 'brand.6' } : { name: 'tilauksia', label: 'Tilauksia', color: 'brand.6' },
      ]}
      valueFormatter={hasPrices ? formatEuros : formatCount}
      tickLine="none"
      gridAxis="x"
      xAxisProps={{ tickFormatter: shortName }}
      yAxisProps={{ width: hasPrices ? 68 : 40, tickFormatter: hasPrices ? wholeEuros : formatCount }}
      barProps={{ isAnimationActive: false }}
      // The chart is hidden from screen readers, for which the table beside it is: nothing in it takes the focus.
      barChartProps={{ accessibilityLayer: false }}
    />
  )
}
