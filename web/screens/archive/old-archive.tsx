import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { newestOldArchiveYear } from '#domain/entities/order/order.lists.ts'
import { dayOf, startOfDay } from '#domain/values/time/time.ts'
import { useOrderCounts } from '#web/features/orders/list/order-counts.ts'
import { archive, oldArchived } from '#web/features/orders/list/order-filters.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { listQuery } from '../../data/queries.ts'
import { nowSeconds } from '../../session/clock.ts'
import { ArchiveList } from './archive-list.tsx'

/** The years that have orders and how many, the newest first; null until they are known. */
function useYears(now: number): { year: number; count: number }[] | null {
  const oldest = useQuery(
    listQuery('tilaus', {
      filter: oldArchived(now),
      sort: ['timestamp_toimitettu'],
      page: { limit: 1 },
      fields: { tilaus: ['timestamp_toimitettu'] },
    }),
  )
  const [first] = oldest.data?.rows ?? []
  const newestYear = newestOldArchiveYear(now)
  const span = first ? newestYear - Number(dayOf(first.timestamp_toimitettu).slice(0, 4)) + 1 : 0
  const years = Array.from({ length: span }, (_, back) => newestYear - back)
  const counts = useOrderCounts(Object.fromEntries(years.map((year) => [String(year), archive({ vuosi: year }, now)])))
  if (!oldest.data || years.some((year) => counts[year] === undefined)) return null
  return years.flatMap((year) => (counts[year] === 0 ? [] : [{ year, count: counts[year] ?? 0 }]))
}

/** Orders delivered more than twelve months ago, a year at a time. */
export function OldArchiveScreen() {
  const { search } = usePageSearch()
  // Rounded to the day: with seconds, every render would be a new query.
  const today = startOfDay(nowSeconds())
  const years = useYears(today)
  const newest = years?.[0]?.year ?? newestOldArchiveYear(today)
  const year = /^\d{4}$/.test(search.nakyma ?? '') ? Number(search.nakyma) : newest
  return (
    <ArchiveList
      title="Vanha arkisto"
      beside={{ to: '/arkisto', label: 'Arkisto' }}
      part={(tila) => archive({ vuosi: year, tila }, today)}
      {...(years && years.length > 0
        ? { tabs: years.map(({ year, count }) => ({ value: String(year), label: String(year), count })) }
        : {})}
      file={`arkisto-${year}`}
      empty={{
        title: 'Vanhassa arkistossa ei ole tilauksia',
        text: 'Tänne siirtyvät tilaukset, joiden toimituksesta on yli 12 kuukautta.',
        narrowed: 'Valitse toinen vuosi tai poista rajauksia.',
        action: (
          <Button component={Link} to="/tilaukset" variant="default">
            Avoimet tilaukset
          </Button>
        ),
      }}
    />
  )
}
