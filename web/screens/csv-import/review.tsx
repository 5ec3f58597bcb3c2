import { Alert, Button, Checkbox, Group, Loader, Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { columnNames } from '#domain/features/order-import/order-columns.ts'
import { productTypes } from '#domain/values/limits.ts'
import { formatCount, formatMoment, plural } from '../../kit/format.ts'
import { Section } from '../../ui/section.tsx'
import classes from './csv-import.module.css'
import { saveFaultyRows, type TableRow } from './import-files.ts'
import { ImportTable, type TableApi } from './import-table.tsx'
import type { Table, Work } from './use-import.ts'

type ReviewProps = {
  table: Table
  work: Work | null
  isUnchecked: boolean
  onEdit: (row: number, column: string, text: string) => void
  onFillType: (type: string) => void
  onRemove: (row: TableRow) => void
  onDiscard: () => void
  onStore: (again: boolean) => void
}

/** The parsed rows: faults are corrected in place, and the import is offered once there are none. */
export function Review({ table, work, isUnchecked, onEdit, onFillType, onRemove, onDiscard, onStore }: ReviewProps) {
  const { rows, faults, checkedRows, unknown, orders, importedAt, isChecked } = table
  const count = [...faults.values()].reduce((sum, row) => sum + row.size, 0)
  const typeAt = columnNames.indexOf('tyyppi')
  const withoutType = rows.filter(({ rivi, solut }) => solut[typeAt] === '' && faults.get(rivi)?.has('tyyppi')).length
  const [onlyFaulty, setOnlyFaulty] = useState(count > 0)
  const [again, setAgain] = useState(false)
  const api = useRef<TableApi>(null)
  const cell = useRef(-1)
  const shown = onlyFaulty ? rows.filter(({ rivi }) => checkedRows.has(rivi)) : rows
  const cells = rows.flatMap(({ rivi }) => [...(faults.get(rivi)?.keys() ?? [])].filter(Boolean).map((column) => ({ rivi, column })))
  const next = () => {
    cell.current = (cell.current + 1) % cells.length
    const target = cells[cell.current]
    if (target) api.current?.focusCell(target.rivi, target.column)
  }
  const counts = `${plural(rows.length, 'rivi', 'riviä')}, ${plural(orders, 'tilaus', 'tilausta')}`
  const checking = isUnchecked ? 'Ei tarkistettu' : 'Tarkistetaan…'
  const state = rows.length === 0 ? 'Ei rivejä' : isChecked && work !== 'checking' ? counts : checking
  const ready = isChecked && count === 0 && rows.length > 0 && work === null && (importedAt === 0 || again)
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
            Korjaa solut tähän taulukkoon, tai lataa virheelliset rivit ja korjaa ne taulukkolaskennassa. Tilaukset tuodaan, kun kaikki
            rivit kelpaavat.
          </Alert>
        )}
        {unknown.length > 0 && <Warning title="Pois jätetyt sarakkeet">{unknown.join(', ')}</Warning>}
        {withoutType > 0 && <TypeForAll count={withoutType} onChoose={onFillType} />}
        {importedAt > 0 && (
          <Warning title={`Samat tilaukset on jo tuotu ${formatMoment(importedAt)}`}>
            <Checkbox label="Tuo ne silti uudelleen" checked={again} onChange={(event) => setAgain(event.currentTarget.checked)} />
          </Warning>
        )}
        {(count > 0 || checkedRows.size > 0) && (
          <div className={classes.tools}>
            <Switch label="Vain virheelliset rivit" checked={onlyFaulty} onChange={(event) => setOnlyFaulty(event.currentTarget.checked)} />
            {cells.length > 0 && (
              <Button variant="default" onClick={next}>
                Seuraava virhe
              </Button>
            )}
            {faults.size > 0 && (
              <Button
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() =>
                  void saveFaultyRows(
                    rows.filter(({ rivi }) => faults.has(rivi)).map((row) => ({ ...row, faults: sentences(faults.get(row.rivi)) })),
                  )
                }
              >
                Lataa virheelliset rivit
              </Button>
            )}
          </div>
        )}
        <ImportTable table={table} rows={shown} locked={work === 'storing'} onEdit={onEdit} onRemove={onRemove} api={api} />
        <Group justify="flex-end">
          {work === 'checking' && <Loader size="sm" aria-hidden />}
          <Text size="sm" c="dimmed" role="status">
            {work === 'storing' && 'Tallennetaan… Voit jatkaa muualla: kerromme, kun tilaukset on tuotu.'}
          </Text>
          <Button variant="default" onClick={onDiscard} disabled={work === 'storing'}>
            Valitse toinen tiedosto
          </Button>
          <Button size="md" disabled={!ready} loading={work === 'storing'} onClick={() => onStore(again)}>
            Tuo {plural(orders, 'tilaus', 'tilausta')}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

/** Sets the kind of goods of all rows for which no column gives one. */
function TypeForAll({ count, onChoose }: { count: number; onChoose: (type: string) => void }) {
  return (
    <Warning title={`Tavaralaji puuttuu ${count === 1 ? 'yhdeltä riviltä' : `${formatCount(count)} riviltä`}`}>
      <Group gap="sm">
        <Text>Enimmäismitat ja -paino riippuvat siitä. Valitse se riveittäin taulukosta tai kaikille:</Text>
        {Object.entries(productTypes).map(([type, label]) => (
          <Button key={type} variant="default" size="compact-md" onClick={() => onChoose(type)}>
            {label}
          </Button>
        ))}
      </Group>
    </Warning>
  )
}

const sentences = (faults: ReadonlyMap<string, string> = new Map()): string[] =>
  [...faults].map(([column, message]) => (column === '' ? message : `${column}: ${message}`))

function Warning({ title, children }: { title: string; children: ReactNode }) {
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
