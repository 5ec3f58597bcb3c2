import { Button } from '@mantine/core'
import { IconChecks, IconLockOpen } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { WorktimeListRow } from '#domain/features/worktime/administration.ts'
import { CallFault } from '#web/data/fault.ts'
import { formatDay, formatTime } from '#web/kit/format.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { ListRows } from '#web/kit/list/list-rows.ts'
import { RowLinks } from '#web/kit/list/row-links.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { Tick } from '#web/ui/tick.tsx'
import { useCarefulMark } from './mark-checked.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { DayRemarks, StateBadge } from './record-marks.tsx'
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

const hoursOf = ({ alkuaika, loppuaika }: WorktimeListRow): string =>
  `${formatTime(alkuaika)}–${loppuaika > 0 ? formatTime(loppuaika) : ''}`

const columns: readonly Column<WorktimeListRow>[] = [
  { id: 'paiva', header: 'Päivä', width: 96, cell: (row) => <DayLink row={row} /> },
  { id: 'ajat', header: 'Klo', width: 104, cell: hoursOf },
  { id: 'auto', header: 'Auto', width: 96, yields: 3, cell: ({ auto }) => auto || '–' },
  ...sumColumns<WorktimeListRow>(),
  { id: 'tila', header: 'Tila', width: 136, cell: (row) => <StateBadge row={row} /> },
  { id: 'huomautukset', header: 'Huomautukset', width: 260, grow: true, cell: (row) => <DayRemarks row={row} /> },
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
  const rows = useMemo(() => data?.data ?? [], [data])
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
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { start, unmark, isRunning, dialog } = useCarefulMark(() => setSelected(new Set()))
  if (isMissing)
    return (
      <Page title="Työaikakirjaukset">
        <EmptyState title="Kuljettajaa ei löydy" action={<BackLink />} />
      </Page>
    )
  const chosen = list.rows.filter(({ id }) => selected.has(id))
  const unchecked = chosen.filter(mayBeChecked)
  const checked = chosen.filter(({ tarkistettu }) => tarkistettu)
  const idsOf = (rows: readonly WorktimeListRow[]) => rows.map(({ id }) => id)
  const toggle = (id: string, isOn: boolean) =>
    setSelected(new Set(isOn ? [...selected, id] : [...selected].filter((other) => other !== id)))
  return (
    <RowLinks>
      <ListPage
        title={name === '' ? 'Työaikakirjaukset' : `Työaikakirjaukset: ${name}`}
        actions={<BackLink />}
        notes={<PeriodPicker period={period} />}
        filters={<PeriodSums rows={list.rows} />}
        list={list}
        columns={columns}
        card={(row) => <DayCard row={row} selected={selected.has(row.id)} onSelect={toggle} />}
        selection={{
          selected,
          onChange: setSelected,
          actions: (
            <>
              <Button
                size="compact-md"
                leftSection={<IconChecks size={18} aria-hidden />}
                disabled={unchecked.length === 0}
                loading={isRunning}
                onClick={() => start(idsOf(unchecked), unchecked.filter(isRemarked).length)}
              >
                Merkitse tarkistetuksi
              </Button>
              {checked.length > 0 && (
                <Button
                  size="compact-md"
                  variant="default"
                  leftSection={<IconLockOpen size={18} aria-hidden />}
                  onClick={() => unmark(idsOf(checked))}
                >
                  Poista tarkistusmerkintä
                </Button>
              )}
            </>
          ),
        }}
        onOpen={({ id }) => void navigate({ to: '/kirjaus/$tyovuoroKirjausId', params: { tyovuoroKirjausId: id } })}
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
      <dl className={classes.facts}>
        <dt>Työaika</dt>
        <dd>{minutesOrNone(row.aika_tyoaika)}</dd>
        <dt>Ajo</dt>
        <dd>{minutesOrNone(row.aika_ajo)}</dd>
      </dl>
      <span className={classes.marks}>
        <StateBadge row={row} />
        <DayRemarks row={row} />
      </span>
    </div>
  )
}
