import { Anchor, Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type PriceCalculation, priceLogCall } from '#domain/features/prices/price-log.ts'
import { addDays } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { CustomerFilter } from '#web/features/customers/customer-filter.tsx'
import { StepSums } from '#web/features/prices/price-steps.tsx'
import { TryPrice } from '#web/features/prices/try-price.tsx'
import { idFrom, RelationFilter } from '#web/kit/entity/relation-filter.tsx'
import { formatDate, formatEuros, formatMoment, plural } from '#web/kit/format.ts'
import { rangeFrom } from '#web/kit/list/filters/day-range.ts'
import { DayRangeFilter } from '#web/kit/list/filters/day-range-filter.tsx'
import { FilterLine } from '#web/kit/list/filters/filter-line.tsx'
import type { FilterField } from '#web/kit/list/filters/fit-filters.ts'
import { useNarrowing } from '#web/kit/list/list-filters.tsx'
import { DetailPage } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { EmptyState, ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './price-log.module.css'

const pageSize = 50
const dayNames = { first: 'alku', last: 'loppu' } as const

const fields: readonly FilterField[] = [
  { names: ['asiakas'], label: 'Asiakas', field: <CustomerFilter name="asiakas" label="Asiakas" /> },
  { names: ['tilaus'], label: 'Tilaus', field: <RelationFilter name="tilaus" label="Tilaus" entity="tilaus" /> },
  { names: [dayNames.first, dayNames.last], label: 'Laskettu', field: <DayRangeFilter names={dayNames} label="Laskettu" /> },
]

/** The calculations that the address asks for, newest first. */
function useCalculations() {
  const { search } = usePageSearch()
  const [asiakas, tilaus] = [idFrom(search.asiakas), idFrom(search.tilaus)]
  const days = rangeFrom(search, dayNames)
  const filter = {
    ...(asiakas === null ? {} : { asiakas_id: asiakas }),
    ...(tilaus === null ? {} : { tilaus_id: tilaus }),
    ...(days ? { alku: days.first, loppu: addDays(days.last, 1) - 1 } : {}),
  }
  return useInfiniteQuery({
    queryKey: queryKeys.call(priceLogCall.path, filter),
    queryFn: ({ pageParam, signal }) =>
      callApi(priceLogCall, { ...filter, 'page[offset]': pageParam, 'page[limit]': pageSize }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const count = pages.reduce((sum, page) => sum + page.data.length, 0)
      return last.data.length > 0 && count < last.meta.count ? count : null
    },
  })
}

/** `hintalaskuri-logs`: how each price was calculated, with a form for trying prices. */
export function PriceLogScreen() {
  const { nothing } = useNarrowing(['asiakas', 'tilaus', 'alku', 'loppu'], 'laskelmia')
  const { data, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCalculations()
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  const none = nothing('Väljennä aikaa tai poista rajauksia.') ?? {
    title: 'Laskelmia ei ole',
    text: 'Laskelma tallentuu, kun tilaukselle lasketaan hinta hinnastosta.',
  }
  return (
    <DetailPage
      title="Hintalaskelmat"
      focus="heading"
      actions={
        <LinkButton variant="default" to="/hinnastot">
          Hinnastot
        </LinkButton>
      }
      aside={<TryPrice />}
    >
      <div className={classes.filters}>
        <FilterLine fields={fields} />
        <Text size="sm" c="dimmed" aria-live="polite">
          {data && plural(data.pages.at(-1)?.meta.count ?? 0, 'laskelma', 'laskelmaa')}
        </Text>
      </div>
      {isPending ? (
        <SectionSkeleton lines={8} />
      ) : !data ? (
        <ErrorState retry={() => void refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState title={none.title} action={'action' in none ? none.action : undefined}>
          {none.text}
        </EmptyState>
      ) : (
        <ul className={classes.rows} aria-label="Hintalaskelmat">
          {rows.map((row) => (
            <li key={row.id}>
              <Calculation row={row} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Näytä vanhempia
        </Button>
      )}
    </DetailPage>
  )
}

/** A calculation that unfolds to its steps. */
function Calculation({ row: { aika, asiakas, tilaus, hinnasto, kayttaja, lahtotiedot, vaiheet, tulos } }: { row: PriceCalculation }) {
  const by = kayttaja ? kayttaja.field_fullname || kayttaja.name : 'Kuorma'
  return (
    <details className={classes.row}>
      <summary>
        <span className={classes.when}>{formatMoment(aika)}</span>
        <span className={classes.whose}>
          {tilaus?.tunniste ?? 'Poistettu tilaus'} · {asiakas?.name ?? 'Ei asiakasta'}
        </span>
        <strong className={classes.sum}>{formatEuros(tulos)}</strong>
      </summary>
      <div className={classes.steps}>
        <Text size="sm" c="dimmed">
          {[hinnasto?.name ?? 'Ei hinnastoa', `päivän ${formatDate(lahtotiedot.paiva)} hinnoilla`, `laski ${by}`].join(' · ')}
          {tilaus && (
            <>
              {' · '}
              <Anchor renderRoot={(props) => <Link to="/tilaus/$id" params={{ id: tilaus.id }} {...props} />} size="sm">
                Avaa tilaus {tilaus.tunniste}
              </Anchor>
            </>
          )}
        </Text>
        <StepSums steps={vaiheet} />
        <p className={classes.total}>
          <span>Yhteensä, alv 0 %</span>
          <strong>{formatEuros(tulos)}</strong>
        </p>
      </div>
    </details>
  )
}
