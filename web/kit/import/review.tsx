import { Alert, Button, Checkbox, Group, Loader, Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { DryRun } from '#domain/model/import/import-call.ts'
import { Section } from '#web/ui/section.tsx'
import { formatCount, formatMoment, plural } from '../format.ts'
import classes from './import.module.css'
import { ImportCells, type TableApi } from './import-cells.tsx'
import { saveFaultyRows } from './import-files.ts'
import type { FillColumn, ImportShape } from './import-shape.ts'
import type { ReviewTable, TableRow } from './review-table.ts'
import type { ImportWork } from './use-import.ts'

type ReviewProps<D extends DryRun, R> = {
  shape: ImportShape<D, R>
  table: ReviewTable<D>
  work: ImportWork | null
  isUnchecked: boolean
  onEdit: (row: number, column: string, text: string) => void
  onFill: FillColumn
  onRemove: (row: TableRow) => void
  onDiscard: () => void
  onStore: (again: boolean) => void
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const countOf = ({ faults }: ReviewTable<DryRun>): number => [...faults.values()].reduce((sum, row) => sum + row.size, 0)

/** The parsed rows: faults are corrected in place, and the import is offered once there are none. */
export function Review<D extends DryRun, R>(props: ReviewProps<D, R>) {
  const { shape, table, work, isUnchecked, onEdit, onFill, onRemove } = props
  const { rows, faults, checkedRows, leftOut, answer, isChecked } = table
  const count = countOf(table)
  const [onlyFaulty, setOnlyFaulty] = useState(count > 0)
  const [again, setAgain] = useState(false)
  const api = useRef<TableApi>(null)
  const counts = `${plural(rows.length, 'rivi', 'riviä')}, ${shape.counted(answer)}`
  const checking = isUnchecked ? 'Ei tarkistettu' : 'Tarkistetaan…'
  const state = rows.length === 0 ? 'Ei rivejä' : isChecked && work !== 'checking' ? counts : checking
  return (
    <Section
      title={count > 0 ? 'Korjaa virheet' : 'Tarkista ja tuo'}
      aside={
        <Text size="sm" c="dimmed" role="status">
          {state}
        </Text>
      }
    >
      <Stack gap="md">
        {count > 0 && (
          <Alert
            color="red"
            icon={<IconAlertTriangle size={20} aria-hidden />}
            title={`${plural(count, 'virhe', 'virhettä')} ${formatCount(faults.size)} rivillä`}
          >
            Korjaa solut tähän taulukkoon, tai lataa virheelliset rivit ja korjaa ne taulukkolaskennassa. {capitalised(shape.what)} tuodaan,
            kun kaikki rivit kelpaavat.
          </Alert>
        )}
        {leftOut.length > 0 && <ImportWarning title="Pois jätetyt sarakkeet">{leftOut.join(', ')}</ImportWarning>}
        {shape.above?.(table, onFill)}
        {answer.tuotu > 0 && (
          <ImportWarning title={`Samat ${shape.what} on jo tuotu ${formatMoment(answer.tuotu)}`}>
            <Checkbox label="Tuo ne silti uudelleen" checked={again} onChange={(event) => setAgain(event.currentTarget.checked)} />
          </ImportWarning>
        )}
        {(count > 0 || checkedRows.size > 0) && (
          <FaultTools shape={shape} table={table} onlyFaulty={onlyFaulty} onOnlyFaulty={setOnlyFaulty} api={api} />
        )}
        <ImportCells
          table={table}
          columns={shape.columns}
          rows={onlyFaulty ? rows.filter(({ rivi }) => checkedRows.has(rivi)) : rows}
          locked={work === 'storing'}
          onEdit={onEdit}
          onRemove={onRemove}
          api={api}
        />
        <StoreBar {...props} isReady={isChecked && count === 0 && rows.length > 0 && (answer.tuotu === 0 || again)} again={again} />
      </Stack>
    </Section>
  )
}

type ToolsProps<D extends DryRun, R> = Pick<ReviewProps<D, R>, 'shape' | 'table'> & {
  onlyFaulty: boolean
  onOnlyFaulty: (only: boolean) => void
  api: RefObject<TableApi | null>
}

function FaultTools<D extends DryRun, R>({ shape, table: { rows, faults }, onlyFaulty, onOnlyFaulty, api }: ToolsProps<D, R>) {
  const cell = useRef(-1)
  const cells = rows.flatMap(({ rivi }) => [...(faults.get(rivi)?.keys() ?? [])].filter(Boolean).map((column) => ({ rivi, column })))
  const next = () => {
    cell.current = (cell.current + 1) % cells.length
    const target = cells[cell.current]
    if (target) api.current?.focusCell(target.rivi, target.column)
  }
  const headings = new Map(shape.columns.map(({ name, heading }) => [name, heading]))
  const sentences = (row: number): string[] =>
    [...(faults.get(row) ?? [])].map(([column, message]) => (column === '' ? message : `${headings.get(column)}: ${message}`))
  const saveFaulty = () =>
    saveFaultyRows(
      shape.columns,
      rows.filter(({ rivi }) => faults.has(rivi)).map((row) => ({ ...row, faults: sentences(row.rivi) })),
    )
  return (
    <div className={classes.tools}>
      <Switch label="Vain virheelliset rivit" checked={onlyFaulty} onChange={(event) => onOnlyFaulty(event.currentTarget.checked)} />
      {cells.length > 0 && (
        <Button variant="default" onClick={next}>
          Seuraava virhe
        </Button>
      )}
      {faults.size > 0 && (
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void saveFaulty()}>
          Lataa virheelliset rivit
        </Button>
      )}
    </div>
  )
}

type StoreProps<D extends DryRun, R> = ReviewProps<D, R> & { isReady: boolean; again: boolean }

function StoreBar<D extends DryRun, R>({ shape, table: { answer }, work, isReady, again, onDiscard, onStore }: StoreProps<D, R>) {
  const isWorthStoring = shape.isWorthStoring?.(answer) ?? true
  return (
    <Group justify="flex-end">
      {work === 'checking' && <Loader size="sm" aria-hidden />}
      <Text size="sm" c="dimmed" role="status">
        {work === 'storing' && `Tallennetaan… Voit jatkaa muualla: kerromme, kun ${shape.what} on tuotu.`}
      </Text>
      <Button variant="default" onClick={onDiscard} disabled={work === 'storing'}>
        Valitse toinen tiedosto
      </Button>
      <Button size="md" disabled={!isReady || !isWorthStoring || work !== null} loading={work === 'storing'} onClick={() => onStore(again)}>
        {shape.storeLabel(answer)}
      </Button>
    </Group>
  )
}

/** Something worth knowing about the rows that does not prevent storing them. */
export function ImportWarning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert
      classNames={{ root: classes.warning, title: classes.warningTitle, icon: classes.warningTitle }}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={title}
    >
      {children}
    </Alert>
  )
}
