import { IconChecks, IconExternalLink, IconLockOpen } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { WorktimeListRow } from '#domain/features/worktime/administration.ts'
import { CallFault } from '#web/data/fault.ts'
import { formatDay, formatTimeSpan, plural } from '#web/kit/format.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { ListRows } from '#web/kit/list/list-rows.ts'
import { RowLinks } from '#web/kit/list/row-links.tsx'
import { useListActions } from '#web/kit/list/rows/row-actions.tsx'
import { sortRows } from '#web/kit/list/rows/sort-rows.ts'
import { withRange } from '#web/kit/list/selection/row-range.ts'
import { partOf, useSelectedRows } from '#web/kit/list/selection/use-selected-rows.ts'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { Tick } from '#web/ui/tick.tsx'
import { useCarefulMark } from './mark-checked.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { DayRemarks, StateBadge, stateOf } from './record-marks.tsx'
import { driverQuery, type Period, periodOfAddress } from './records-query.ts'
import { minutesOrNone, sumColumns } from './sum-columns.tsx'
import classes from './worktime-records.module.css'

function DayLink({ row }: { row: WorktimeListRow }) {
  return (
    <Link to="/kirjaus/$tyovuoroKirjausId" params={{ tyovuoroKirjausId: row.id }} className={classes.name} data-row-link>
      {formatDay(row.paiva)}
    </Link>
  )
}

const hoursOf = ({ alkuaika, loppuaika }: WorktimeListRow): string => formatTimeSpan(alkuaika, loppuaika)

const remarksOf = ({ varoitukset, tarkista, korjauspyyntoja, jakso_ei_tasmaa }: WorktimeListRow): number =>
  varoitukset.length + tarkista.length + korjauspyyntoja + (jakso_ei_tasmaa ? 1 : 0)

const columns: readonly Column<WorktimeListRow>[] = [
  { id: 'paiva', header: 'Päivä', width: 96, cell: (row) => <DayLink row={row} />, sort: 'paiva', value: ({ paiva }) => paiva },
  { id: 'ajat', header: 'Klo', width: 104, cell: hoursOf, sort: 'klo', value: ({ alkuaika, paiva }) => alkuaika - paiva },
  { id: 'auto', header: 'Auto', width: 96, yields: 3, cell: ({ auto }) => auto || '–', sort: 'auto', value: ({ auto }) => auto },
  ...sumColumns<WorktimeListRow>(),
  { id: 'tila', header: 'Tila', width: 136, cell: (row) => <StateBadge row={row} />, sort: 'tila', value: (row) => stateOf(row).label },
  {
    id: 'huomautukset',
    header: 'Huomautukset',
    width: 260,
    grow: true,
    cell: (row) => <DayRemarks row={row} />,
    sort: 'huomautukset',
    value: remarksOf,
  },
]

const isRemarked = ({ varoitukset, tarkista, jakso_ei_tasmaa }: WorktimeListRow): boolean =>
  varoitukset.length > 0 || tarkista.length > 0 || jakso_ei_tasmaa
const mayBeChecked = ({ tarkistettu, loppuaika }: WorktimeListRow): boolean => !tarkistettu && loppuaika > 0

function useDriverDays(driver: string) {
  const { search } = usePageSearch()
  const { data, isPending, isError, error, refetch } = useQuery({
    ...driverQuery(driver, periodOfAddress(search.alkaen)),
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => sortRows(data?.data ?? [], search.jarjestys, columns), [data, search.jarjestys])
  const list: ListRows<WorktimeListRow> = {
    state: data ? 'ready' : isPending && !isError ? 'pending' : 'failed',
    rows,
    count: rows.length,
    retry: () => void refetch(),
    more: null,
  }
  const period: Period | undefined = data && { min: data.meta.min, max: data.meta.max }
  const isMissing = error instanceof CallFault && (error.status === 404 || error.status === 400)
  return { list, period, name: data?.meta.kuljettaja.nimi ?? '', isMissing }
}

/** `kirjaukset/:kuljettajaId`: a driver's days of a two-week period. */
export function DriverRecordsScreen() {
  const { kuljettajaId } = useParams({ from: '/kirjaukset/$kuljettajaId' })
  const navigate = useNavigate()
  const { list, period, name, isMissing } = useDriverDays(kuljettajaId)
  const { search } = usePageSearch()
  const { selected: chosen, selection } = useSelectedRows(`kirjaukset ${kuljettajaId}`, { part: partOf(search), rows: list.rows })
  const [current, setCurrent] = useState<WorktimeListRow | null>(null)
  const { start, unmark, isRunning, dialog } = useCarefulMark()
  const idsOf = (rows: readonly WorktimeListRow[]) => rows.map(({ id }) => id)
  const open = ({ id }: WorktimeListRow) => void navigate({ to: '/kirjaus/$tyovuoroKirjausId', params: { tyovuoroKirjausId: id } })
  const { bar, menu } = useListActions({
    selected: chosen,
    current,
    titleOf: (rows) => (rows.length === 1 && rows[0] ? formatDay(rows[0].paiva) : plural(rows.length, 'valittu päivä', 'valittua päivää')),
    of: (rows) => {
      const [first] = rows
      const unchecked = rows.filter(mayBeChecked)
      const checked = rows.filter(({ tarkistettu }) => tarkistettu)
      const check = () => start(idsOf(unchecked), unchecked.filter(isRemarked).length)
      return [
        ...(first && rows.length === 1
          ? [{ id: 'open', label: 'Avaa', icon: IconExternalLink, shortcut: 'Enter', run: () => open(first) }]
          : []),
        ...(unchecked.length > 0 && !isRunning
          ? [{ id: 'check', label: 'Merkitse tarkistetuksi', icon: IconChecks, inBar: true, run: check } as const]
          : []),
        ...(checked.length > 0
          ? [
              {
                ...{ id: 'uncheck', label: 'Poista tarkistusmerkintä', icon: IconLockOpen, inBar: true as const },
                run: () => unmark(idsOf(checked)),
              } as const,
            ]
          : []),
      ]
    },
  })
  if (isMissing)
    return (
      <Page title="Työaikakirjaukset">
        <EmptyState title="Kuljettajaa ei löydy" action={<BackLink />} />
      </Page>
    )
  const toggle = (id: string, isOn: boolean) => selection.onChange(withRange(selection.selected, [id], isOn))
  return (
    <RowLinks>
      <ListPage
        title={name === '' ? 'Työaikakirjaukset' : `Työaikakirjaukset: ${name}`}
        actions={<BackLink />}
        notes={<PeriodPicker period={period} />}
        filters={<PeriodSums rows={list.rows} />}
        list={list}
        columns={columns}
        card={(row) => <DayCard row={row} selected={selection.selected.has(row.id)} onSelect={toggle} />}
        selection={{ ...selection, actions: bar }}
        onOpen={open}
        rows={{ menu, onCurrent: setCurrent }}
        empty={{ title: 'Ei kirjauksia tällä jaksolla', text: 'Valitse toinen jakso nuolilla.' }}
      />
      {dialog}
    </RowLinks>
  )
}

function BackLink() {
  const { search } = usePageSearch()
  const { alkaen } = search
  return (
    <Link to="/kirjaukset" search={alkaen === undefined ? {} : { alkaen }} className={classes.back}>
      Kaikki kuljettajat
    </Link>
  )
}

/** The sums of the period in words. */
function PeriodSums({ rows }: { rows: readonly WorktimeListRow[] }) {
  const sum = (name: 'aika_tyoaika' | 'aika_ylityo_50' | 'aika_ylityo_100') => rows.reduce((total, row) => total + row[name], 0)
  if (rows.length === 0) return null
  const overtime = sum('aika_ylityo_50') + sum('aika_ylityo_100')
  return (
    <span>
      Työaika <strong>{minutesOrNone(sum('aika_tyoaika'))}</strong>
      {overtime > 0 && (
        <>
          , josta ylityötä <strong>{minutesOrNone(overtime)}</strong>
        </>
      )}
    </span>
  )
}

type CardProps = { row: WorktimeListRow; selected: boolean; onSelect: (id: string, selected: boolean) => void }

function DayCard({ row, selected, onSelect }: CardProps) {
  return (
    <div className={classes.card}>
      <div className={classes.cardLine}>
        <span>
          <DayLink row={row} /> {hoursOf(row)} {row.auto}
        </span>
        <span className={classes.tick}>
          <Tick label={`Valitse ${formatDay(row.paiva)}`} checked={selected} onChange={(isOn) => onSelect(row.id, isOn)} />
        </span>
      </div>
      <div className={classes.factsBox}>
        <dl className={classes.facts}>
          <dt>Työaika</dt>
          <dd>{minutesOrNone(row.aika_tyoaika)}</dd>
          <dt>Ajo</dt>
          <dd>{minutesOrNone(row.aika_ajo)}</dd>
        </dl>
      </div>
      <span className={classes.marks}>
        <StateBadge row={row} />
        <DayRemarks row={row} />
      </span>
    </div>
  )
}
