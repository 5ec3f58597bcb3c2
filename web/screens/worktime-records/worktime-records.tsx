import { Button } from '@mantine/core'
import { IconChecks, IconDownload, IconMailForward } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { WorktimeSummaryRow } from '#domain/features/worktime/administration.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { useAction } from '#web/data/use-action.ts'
import { plural } from '#web/kit/format.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { TextFilter, useNarrowing } from '#web/kit/list/list-filters.tsx'
import { ListPage, ListTool } from '#web/kit/list/list-page.tsx'
import type { ListRows } from '#web/kit/list/list-rows.ts'
import { RowLinks } from '#web/kit/list/row-links.tsx'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { Tick } from '#web/ui/tick.tsx'
import { useCarefulMark } from './mark-checked.tsx'
import { PayrollDialog } from './payroll-dialog.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { DriverRemarks } from './record-marks.tsx'
import { fileOf, operate, type Period, periodOfAddress, summaryQuery } from './records-query.ts'
import { minutesOrNone, sumColumns } from './sum-columns.tsx'
import classes from './worktime-records.module.css'

type Row = WorktimeSummaryRow & { id: string }

function DriverLink({ row }: { row: Row }) {
  const { search } = usePageSearch()
  const { alkaen } = search
  return (
    <Link
      to="/kirjaukset/$kuljettajaId"
      params={{ kuljettajaId: row.id }}
      search={alkaen === undefined ? {} : { alkaen }}
      className={classes.name}
      data-row-link
    >
      {row.nimi}
    </Link>
  )
}

const columns: readonly Column<Row>[] = [
  { id: 'nimi', header: 'Kuljettaja', width: 170, grow: true, cell: (row) => <DriverLink row={row} />, sort: 'nimi' },
  { id: 'henkilonumero', header: 'Henkilönumero', width: 130, optional: true, cell: ({ henkilonumero }) => henkilonumero || '–' },
  { id: 'kirjauksia', header: 'Päiviä', width: 72, numeric: true, yields: 3, cell: ({ kirjauksia }) => kirjauksia || '–' },
  ...sumColumns<Row>(),
  { id: 'huomautukset', header: 'Huomautukset', width: 220, grow: true, cell: (row) => <DriverRemarks row={row} />, sort: 'varoituksia' },
  {
    id: 'tarkistamatta',
    header: 'Tarkistamatta',
    width: 116,
    numeric: true,
    cell: ({ tarkistamatta }) => tarkistamatta.length || '–',
    sort: 'tarkistamatta',
  },
]

/** The rows in the order of the address; the server answers them by name. */
function sorted(rows: readonly Row[], sort: string | undefined): Row[] {
  const key = sort?.replace(/^-/, '')
  const figureOf = (row: Row): number | null => {
    if (key === 'tarkistamatta') return row.tarkistamatta.length
    return key === 'varoituksia' ? row.varoituksia + row.epaselvia + row.korjauspyyntoja : null
  }
  const direction = sort?.startsWith('-') ? -1 : 1
  if (key === 'nimi') return direction === 1 ? [...rows] : rows.toReversed()
  return rows.toSorted((a, b) => direction * ((figureOf(a) ?? 0) - (figureOf(b) ?? 0)))
}

function useSummary() {
  const { search } = usePageSearch()
  const { data, isPending, isError, refetch } = useQuery({
    ...summaryQuery(periodOfAddress(search.alkaen)),
    placeholderData: keepPreviousData,
  })
  const wanted = search.haku?.trim().toLocaleLowerCase('fi') ?? ''
  const rows = useMemo(() => {
    const found = (data?.data ?? []).map((row): Row => ({ ...row, id: row.kuljettaja }))
    const named = found.filter(({ nimi, henkilonumero }) => `${nimi} ${henkilonumero}`.toLocaleLowerCase('fi').includes(wanted))
    return sorted(named, search.jarjestys)
  }, [data, wanted, search.jarjestys])
  const list: ListRows<Row> = {
    state: data ? 'ready' : isPending && !isError ? 'pending' : 'failed',
    rows,
    count: rows.length,
    retry: () => void refetch(),
    more: null,
  }
  const period: Period | undefined = data && { min: data.meta.min, max: data.meta.max }
  return { list, period }
}

/** `kirjaukset`: a row for each driver with the sums of a two-week period. */
export function WorktimeRecordsScreen() {
  const navigate = useNavigate()
  const { search } = usePageSearch()
  const { list, period } = useSummary()
  const { clear, nothing } = useNarrowing(['haku'], 'ketään')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isPayrollOpen, setIsPayrollOpen] = useState(false)
  const { start, isRunning, dialog } = useCarefulMark(() => setSelected(new Set()))
  usePageKeys([['p', () => setIsPayrollOpen(period !== undefined)]])
  const chosen = list.rows.filter(({ id }) => selected.has(id))
  const unchecked = chosen.flatMap(({ tarkistamatta }) => tarkistamatta)
  const open = (id: string) =>
    void navigate({
      to: '/kirjaukset/$kuljettajaId',
      params: { kuljettajaId: id },
      search: search.alkaen === undefined ? {} : { alkaen: search.alkaen },
    })
  const toggle = (id: string, isOn: boolean) =>
    setSelected(new Set(isOn ? [...selected, id] : [...selected].filter((other) => other !== id)))
  return (
    <RowLinks>
      <ListPage
        title="Työaikakirjaukset"
        actions={
          <Button
            leftSection={<IconMailForward size={18} aria-hidden />}
            disabled={!period}
            onClick={() => setIsPayrollOpen(true)}
            aria-keyshortcuts="p"
          >
            Palkka-aineisto
          </Button>
        }
        notes={<PeriodPicker period={period} />}
        filters={
          <>
            <TextFilter name="haku" label="Hae kuljettaja" />
            {clear}
          </>
        }
        list={list}
        columns={columns}
        tools={period && <DownloadRecords period={period} />}
        card={(row) => <DriverCard row={row} selected={selected.has(row.id)} onSelect={toggle} />}
        selection={{
          selected,
          onChange: setSelected,
          actions: (
            <Button
              size="compact-md"
              leftSection={<IconChecks size={18} aria-hidden />}
              disabled={unchecked.length === 0}
              loading={isRunning}
              onClick={() =>
                start(
                  unchecked,
                  chosen.reduce((sum, row) => sum + row.tarkistamatta_huomautuksin, 0),
                )
              }
            >
              {unchecked.length === 0
                ? 'Kaikki on tarkistettu'
                : `Merkitse ${plural(unchecked.length, 'kirjaus', 'kirjausta')} tarkistetuksi`}
            </Button>
          ),
        }}
        onOpen={({ id }) => open(id)}
        empty={nothing('Väljennä hakua.') ?? { title: 'Kuljettajia ei ole', text: 'Lisää kuljettajat työntekijöihin.' }}
      />
      {dialog}
      {period && <PayrollDialog period={period} opened={isPayrollOpen} onClose={() => setIsPayrollOpen(false)} />}
    </RowLinks>
  )
}

/** The period's records as a file, unchecked ones included. */
function DownloadRecords({ period }: { period: Period }) {
  const { run } = useAction({
    mutationFn: () => operate({ operation: 'DOWNLOAD_CSV', ...period, muoto: 'yleinen', tarkistamattomat: true }),
    onSuccess: ({ tiedosto }) => tiedosto && saveFile(fileOf(tiedosto.sisalto), tiedosto.nimi),
    onFault: ({ message }) => showFault(message),
  })
  return (
    <ListTool icon={IconDownload} onClick={() => run()}>
      Lataa CSV
    </ListTool>
  )
}

type CardProps = { row: Row; selected: boolean; onSelect: (id: string, selected: boolean) => void }

function DriverCard({ row, selected, onSelect }: CardProps) {
  return (
    <div className={classes.card}>
      <div className={classes.cardLine}>
        <DriverLink row={row} />
        <span className={classes.tick}>
          <Tick label={`Valitse ${row.nimi}`} checked={selected} onChange={(isOn) => onSelect(row.id, isOn)} />
        </span>
      </div>
      <dl className={classes.facts}>
        <dt>Työaika</dt>
        <dd>
          {minutesOrNone(row.aika_tyoaika)} · {plural(row.kirjauksia, 'päivä', 'päivää')}
        </dd>
        <dt>Ylityö</dt>
        <dd>{minutesOrNone(row.aika_ylityo_50 + row.aika_ylityo_100)}</dd>
        <dt>Tarkistamatta</dt>
        <dd>{row.tarkistamatta.length || '–'}</dd>
      </dl>
      <DriverRemarks row={row} />
    </div>
  )
}
