import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Text } from '@mantine/core'
import type { Report, ReportRow } from '#domain/features/reports/report.ts'
import { formatEuros } from '#web/kit/format.ts'

/** The bars that fit beside each other and can still be read. */
const maxBars = 8
/** The chosen month stands out from the months that it is compared with. */
const colors = ['brand.6', 'gray.5', 'violet.4'] as const

/** What both charts share. They are hidden from screen readers, for which the tables beside them are: nothing in them takes the focus. */
const looks = {
  dataKey: 'nimi',
  orientation: 'vertical',
  valueFormatter: formatEuros,
  tickLine: 'none',
  gridAxis: 'x',
  yAxisProps: { width: 140 },
  barProps: { isAnimationActive: false },
  barChartProps: { accessibilityLayer: false },
} as const

type Props = { rows: readonly ReportRow[]; months: readonly string[] }

/** The largest rows, with a bar for each compared month. The table beside it has them all. */
export function ReportChart({ rows, months }: Props) {
  const data = rows.slice(0, maxBars).map(({ nimi, summat }) => ({
    nimi,
    ...Object.fromEntries(summat.map((sum, index) => [`kuukausi${index}`, sum])),
  }))
  return (
    <>
      <BarChart
        {...looks}
        h={Math.max(200, data.length * 62 + 70)}
        data={data}
        series={months.map((label, index) => ({ name: `kuukausi${index}`, label, color: colors[index] ?? 'gray.5' }))}
        withLegend
        legendProps={{ verticalAlign: 'top' }}
      />
      {rows.length > maxBars && (
        <Text size="sm" c="dimmed" mt="xs">
          Kaaviossa on {maxBars} suurinta, taulukossa kaikki {rows.length}.
        </Text>
      )}
    </>
  )
}

/** What is uninvoiced, by the days since the delivery. */
export const AgeChart = ({ ages }: { ages: Report['laskuttamatta'] }) => (
  <BarChart
    {...looks}
    h={ages.length * 40 + 50}
    data={ages.map(({ nimi, summa }) => ({ nimi, summa }))}
    series={[{ name: 'summa', label: 'Laskuttamatta', color: colors[0] }]}
  />
)
