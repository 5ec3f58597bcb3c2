import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { monthOf } from '#domain/features/reports/months.ts'
import {
  exportReportCall,
  type Report,
  type ReportGroup,
  reportCall,
  reportGroups,
  type ReportTable as TableName,
} from '#domain/features/reports/report.ts'
import { addMonths, midnightOf } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { callBlob } from '#web/data/request.ts'
import { formatDate, formatEuros, formatMonth, plural } from '#web/kit/format.ts'
import { type DownloadFormat, DownloadTools, explainedDownloads } from '#web/kit/list/download-tools.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { lazyPart } from '#web/ui/loading/load-part.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { AgeTable, changeText, ReportTable } from './report-table.tsx'
import classes from './reports.module.css'

// Loaded on demand, because the chart library is large.
const ReportChart = lazyPart(
  () => import('#web/features/reports/report-chart.tsx'),
  (part) => part.ReportChart,
)
const AgeChart = lazyPart(
  () => import('#web/features/reports/report-chart.tsx'),
  (part) => part.AgeChart,
)

const isGroup = (value: string | undefined): value is ReportGroup => value !== undefined && Object.hasOwn(reportGroups, value)
const monthForm = /^20\d\d-(0[1-9]|1[0-2])$/

/** `raportit` */
export function ReportsScreen() {
  const { search, set } = usePageSearch()
  const now = monthOf(nowSeconds())
  const month = monthForm.test(search.kuukausi ?? '') ? (search.kuukausi ?? now) : now
  const group = isGroup(search.ryhma) ? search.ryhma : 'asiakas'
  const input = { kuukausi: month }
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(reportCall.path, input),
    queryFn: ({ signal }) => callApi(reportCall, input, { signal }),
    placeholderData: keepPreviousData,
  })
  const move = (months: number) => {
    const next = monthOf(addMonths(midnightOf(`${month}-01`), months))
    set({ kuukausi: next === now ? undefined : next })
  }
  return (
    <Page title="Raportit" width="list">
      <div className={classes.month}>
        <ActionIcon variant="default" size={44} aria-label="Edellinen kuukausi" onClick={() => move(-1)}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <span className={classes.monthName} aria-live="polite">
          {formatMonth(midnightOf(`${month}-01`))}
        </span>
        <ActionIcon variant="default" size={44} aria-label="Seuraava kuukausi" disabled={month === now} onClick={() => move(1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
      {isPending ? (
        <SectionSkeleton lines={8} />
      ) : !data ? (
        <ErrorState retry={() => void refetch()} />
      ) : (
        <Figures report={data} month={month} isCurrent={month === now} group={group} onGroup={(value) => set({ ryhma: value })} />
      )}
    </Page>
  )
}

type FiguresProps = { report: Report; month: string; isCurrent: boolean; group: ReportGroup; onGroup: (group: string) => void }

function Figures({ report, month, isCurrent, group, onGroup }: FiguresProps) {
  const { yhteensa, ryhmat, kuukaudet, laskuttamatta } = report
  const months = kuukaudet.map(formatMonth)
  const counted = group === 'auto' || group === 'kuljettaja' ? 'Kuljetuksia' : 'Tilauksia'
  return (
    <div className={classes.sections}>
      <dl className={classes.totals}>
        {months.map((name, index) => (
          <div key={name} className={classes.total}>
            <dt>{name}</dt>
            <dd>
              {formatEuros(yhteensa.summat[index] ?? 0)}
              <span className={classes.detail}>
                {plural(yhteensa.maarat[index] ?? 0, 'tilaus', 'tilausta')}
                {index === 0 && !isCurrent && comparison(yhteensa.summat)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        Summa on kuukauden aikana toimitettujen tilausten hinta (alv 0 %), laskutetut mukaan lukien. Autoille ja kuljettajille tilauksen
        hinta jaetaan tasan sen kuljetusten kesken.
        {isCurrent && ` Kuukausi on kesken: luvut ${formatDate(nowSeconds())} mennessä.`}
      </p>
      <Section title="Summat" aside={<FileTools month={month} table={group} title={reportGroups[group]} />}>
        <div className={classes.groups}>
          <SegmentedControl
            value={group}
            onChange={onGroup}
            data={Object.entries(reportGroups).map(([value, label]) => ({ value, label }))}
            aria-label="Jaottelu"
          />
        </div>
        {ryhmat[group].length === 0 ? (
          <p className={classes.note}>Ei toimitettuja tilauksia näinä kuukausina.</p>
        ) : (
          <>
            <div className={classes.chart} aria-hidden>
              <Suspense fallback={null}>
                <ReportChart rows={ryhmat[group]} months={months} />
              </Suspense>
            </div>
            <ReportTable
              isOver={!isCurrent}
              label={reportGroups[group]}
              rows={ryhmat[group]}
              total={totalOf(ryhmat[group], yhteensa)}
              months={months}
              counted={counted}
            />
          </>
        )}
      </Section>
      <Section title="Laskuttamatta tänään" aside={<FileTools month={month} table="laskuttamatta" title="Laskuttamatta tänään" />}>
        <div className={classes.ages} aria-hidden>
          <Suspense fallback={null}>
            <AgeChart ages={laskuttamatta} />
          </Suspense>
        </div>
        <AgeTable ages={laskuttamatta} />
      </Section>
    </div>
  )
}

/** The month beside the one before it and the same month a year ago, as far as there is something to compare with. */
const comparison = ([now, before, yearAgo]: Report['yhteensa']['summat']): string =>
  [
    before > 0 ? ` · ${changeText(now, before)} edelliseen kuukauteen` : '',
    yearAgo > 0 ? ` · ${changeText(now, yearAgo)} vuodentakaiseen` : '',
  ].join('')

/** The total of a table: its sums are those of the report, its counts those of its rows. */
function totalOf(rows: Report['ryhmat'][ReportGroup], total: Report['yhteensa']): Report['yhteensa'] {
  const countIn = (index: 0 | 1 | 2): number => rows.reduce((sum, { maarat }) => sum + maarat[index], 0)
  return { ...total, maarat: [countIn(0), countIn(1), countIn(2)] }
}

/** `title` tells the buttons of the tables apart. */
function FileTools({ month, table, title }: { month: string; table: TableName; title: string }) {
  const load = (format: DownloadFormat) =>
    callBlob(exportReportCall.path, {
      query: [
        ['kuukausi', month],
        ['taulukko', table],
        ['muoto', format],
      ],
      quiet: explainedDownloads,
    })
  return (
    <span className={classes.tools}>
      <DownloadTools load={load} name={() => `raportti-${table}-${month}`} title={title} />
    </span>
  )
}
