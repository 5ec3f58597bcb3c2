import { lazyPart } from '#web/ui/loading/load-part.ts'

/** The chart of months with its library, which is large. */
export const MonthsChart = lazyPart(
  () => import('./months-chart.tsx'),
  (part) => part.MonthsChart,
)
