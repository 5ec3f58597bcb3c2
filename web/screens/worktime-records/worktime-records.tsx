import { Button } from '@mantine/core'
import { IconChecks, IconDownload, IconExternalLink, IconMailForward } from '@tabler/icons-react'
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
import { useListActions } from '#web/kit/list/rows/row-actions.tsx'
import { sortRows } from '#web/kit/list/rows/sort-rows.ts'
import { withRange } from '#web/kit/list/selection/row-range.ts'
import { partOf, useSelectedRows } from '#web/kit/list/selection/use-selected-rows.ts'
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
  {
    id: 'nimi',
    header: 'Kuljettaja',
    width: 170,
    grow: true,
    cell: (row) => <DriverLink row={row} />,
    sort: 'nimi',
    value: ({ nimi }) => nimi,
  },
  {
    ...{ id: 'henkilonumero', header: 'Henkilönumero', width: 130, optional: true, sort: 'henkilonumero' },
    cell: ({ henkilonumero }) => henkilonumero || '–',
    value: ({ henkilonumero }) => henkilonumero,
  },
  {
    ...{ id: 'kirjauksia', header: 'Päiviä', width: 72, numeric: true, yields: 3, sort: 'kirjauksia' },
    cell: ({ kirjauksia }) => kirjauksia || '–',
    value: ({ kirjauksia }) => kirjauksia,
  },
  ...sumColumns<Row>(),
  {
    ...{ id: 'huomautukset', header: 'Huomautukset', width: 220, grow: true, sort: 'varoituksia' },
    cell: (row) => <DriverRemarks row={row} />,
    value: ({ varoituksia, epaselvia, korjauspyyntoja }) => varoituksia + epaselvia + korjauspyyntoja,
  },
  {
    id: 'tarkistamatta',
    header: 'Tarkistamatta',
    width: 116,
    numeric: true,
    cell: ({ tarkistamatta }) => tarkistamatta.length || '–',
    sort: 'tarkistamatta',
    value: ({ tarkistamatta }) => tarkistamatta.length,
  },
]

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
    return sortRows(named, search.jarjestys, columns)
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
  const { nothing } = useNarrowing(['haku'], 'ketään')
  const { selected: chosen, selection } = useSelectedRows('kirjaukset', { part: partOf(search), rows: list.rows })
  const [current, setCurrent] = useState<Row | null>(null)
  const [isPayrollOpen, setIsPayrollOpen] = useState(false)
  const { start, isRunning, dialog } = useCarefulMark()
  usePageKeys([['p', () => setIsPayrollOpen(period !== undefined)]])
  const uncheckedOf = (rows: readonly Row[]) => rows.flatMap(({ tarkistamatta }) => tarkistamatta)
  const unchecked = uncheckedOf(chosen)
  const check = (rows: readonly Row[]) =>
    start(
      uncheckedOf(rows),
      rows.reduce((sum, row) => sum + row.tarkistamatta_huomautuksin, 0),
    )
  const open = (id: string) =>
    void navigate({
      to: '/kirjaukset/$kuljettajaId',
      params: { kuljettajaId: id },
      search: search.alkaen === undefined ? {} : { alkaen: search.alkaen },
    })
  const toggle = (id: string, isOn: boolean) => selection.onChange(withRange(selection.selected, [id], isOn))
  const { menu } = useListActions({
    selected: chosen,
    current,
    titleOf: (rows) => (rows.length === 1 ? (rows[0]?.nimi ?? '') : plural(rows.length, 'valittu kuljettaja', 'valittua kuljettajaa')),
    of: (rows) => {
      const [first] = rows
      const waiting = uncheckedOf(rows).length
      return [
        ...(first && rows.length === 1
          ? [{ id: 'open', label: 'Avaa', icon: IconExternalLink, shortcut: 'Enter', run: () => open(first.id) }]
          : []),
        ...(waiting > 0
          ? [
              {
                id: 'check',
                label: `Merkitse ${plural(waiting, 'kirjaus', 'kirjausta')} tarkistetuksi`,
                icon: IconChecks,
                run: () => check(rows),
              },
            ]
          : []),
      ]
    },
  })
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
        text={<TextFilter name="haku" label="Hae kuljettaja" />}
        list={list}
        columns={columns}
        tools={period && <DownloadRecords period={period} />}
        card={(row) => <DriverCard row={row} selected={selection.selected.has(row.id)} onSelect={toggle} />}
        selection={{
          ...selection,
          actions: (
            <Button
              size="compact-md"
              leftSection={<IconChecks size={18} aria-hidden />}
              disabled={unchecked.length === 0}
              loading={isRunning}
              onClick={() => check(chosen)}
            >
              {unchecked.length === 0
                ? 'Kaikki on tarkistettu'
                : `Merkitse ${plural(unchecked.length, 'kirjaus', 'kirjausta')} tarkistetuksi`}
            </Button>
          ),
        }}
        onOpen={({ id }) => open(id)}
        rows={{ menu, onCurrent: setCurrent }}
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
      <div className={classes.factsBox}>
        <dl className={classes.facts}>
          <dt>Työaika</dt>
          <dd>
            {minutesOrNone(row.aika_tyoaika)}
            {row.kirjauksia > 0 && ` · ${plural(row.kirjauksia, 'päivä', 'päivää')}`}
          </dd>
          <dt>Ylityö</dt>
          <dd>{minutesOrNone(row.aika_ylityo_50 + row.aika_ylityo_100)}</dd>
          <dt>Tarkistamatta</dt>
          <dd>{row.tarkistamatta.length || '–'}</dd>
        </dl>
      </div>
      <DriverRemarks row={row} />
    </div>
  )
}
