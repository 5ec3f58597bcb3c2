import { Alert, Anchor, Button, Checkbox, FileButton, Group, Loader, Modal, Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { mostImportRows } from '#domain/csv/order-table.ts'
import { oneQuery } from '../../data/queries.ts'
import { CustomerSelect } from '../../kit/customer-select.tsx'
import { formatCount, formatMoment, plural } from '../../kit/format.ts'
import { Page } from '../../kit/page.tsx'
import { usePageSearch } from '../../kit/page-search.ts'
import { useMarkTyping } from '../../kit/typing.ts'
import { useSession } from '../../session/session.ts'
import { Section } from '../../ui/section.tsx'
import { showUndo } from '../../ui/undo-toast.tsx'
import classes from './csv-import.module.css'
import { saveExample, saveFaultyRows, saveFieldDescriptions, type TableRow } from './import-files.ts'
import { ImportTable, type TableApi } from './import-table.tsx'
import { type Stored, type Table, useImport } from './use-import.ts'

const title = 'Tilausten tuonti'

/** `tilaus-csv-import`. Customers import for their own company; administrators say first whose orders they are. */
export function CsvImportScreen() {
  const session = useSession()
  const { search, set } = usePageSearch()
  const staff = session?.user.roles.includes('yllapito') ?? false
  const asiakas = staff ? search.asiakas : session?.asiakas?.id
  if (asiakas)
    return (
      <Import key={asiakas} asiakas={asiakas} whose={staff && <Whose asiakas={asiakas} onChange={() => set({ asiakas: undefined })} />} />
    )
  return (
    <Page title={title}>
      <Section title="Kenelle tilaukset tuodaan">
        {staff ? (
          <CustomerSelect onChoose={({ id }) => set({ asiakas: id })} />
        ) : (
          <Text>Käyttäjätunnuksesi ei kuulu millekään asiakkaalle. Ota yhteyttä tukeen.</Text>
        )}
      </Section>
    </Page>
  )
}

function Whose({ asiakas, onChange }: { asiakas: string; onChange: () => void }) {
  const { data } = useQuery(oneQuery('asiakas', asiakas))
  return (
    <Section
      title={data?.row.name ?? 'Asiakas'}
      aside={
        <Button variant="subtle" size="compact-md" aria-label="Vaihda: Asiakas" onClick={onChange}>
          Vaihda
        </Button>
      }
    >
      <Text c="dimmed">Tilaukset tuodaan tälle asiakkaalle.</Text>
    </Section>
  )
}

function Import({ asiakas, whose }: { asiakas: string; whose: ReactNode }) {
  const { table, work, fault, stored, read, recheck, edit, remove, restore, discard, store } = useImport(asiakas)
  const edited = table?.edited ?? false
  const rows = table?.rows ?? []
  useMarkTyping(edited)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => edited && current.pathname !== next.pathname,
    enableBeforeUnload: () => edited,
    withResolver: true,
  })
  const removeRow = (row: TableRow) => {
    remove(row.rivi)
    showUndo(`Rivi ${row.rivi} poistettiin taulukosta.`, () => restore(row))
  }
  return (
    <Page title={title} width={table ? 'list' : 'form'} detail={table?.name} actions={table && <Templates />}>
      <Stack gap="md">
        {whose}
        {fault && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />}>
            {fault.message}
            {fault.isUnchecked && rows.length > 0 && (
              <Button variant="default" size="compact-md" mt="xs" display="block" onClick={recheck}>
                Yritä uudelleen
              </Button>
            )}
          </Alert>
        )}
        {stored && <Done stored={stored} />}
        {table ? (
          <Review
            table={table}
            work={work}
            isUnchecked={fault?.isUnchecked ?? false}
            onEdit={edit}
            onRemove={removeRow}
            onDiscard={discard}
            onStore={(again) => void store(again)}
          />
        ) : (
          <ChooseFile reading={work === 'reading'} onFile={(file) => void read(file)} again={stored !== null} />
        )}
      </Stack>
      <Modal opened={blocker.status === 'blocked'} onClose={() => blocker.reset?.()} title="Korjauksia ei ole tuotu" size="md">
        <Text c="dimmed" mb="md">
          Taulukkoon tehdyt korjaukset eivät jää talteen.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            Poistu
          </Button>
          <Button onClick={() => blocker.reset?.()} data-autofocus>
            Jatka tuontia
          </Button>
        </Group>
      </Modal>
    </Page>
  )
}

function Templates() {
  const [saving, setSaving] = useState(false)
  const save = (make: () => Promise<void>) => () => {
    setSaving(true)
    void make().finally(() => setSaving(false))
  }
  return (
    <Group gap="xs">
      <Button variant="default" disabled={saving} leftSection={<IconDownload size={18} aria-hidden />} onClick={save(saveExample)}>
        Esimerkki (.xlsx)
      </Button>
      <Button
        variant="default"
        disabled={saving}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={save(saveFieldDescriptions)}
      >
        Kenttien kuvaus (.xlsx)
      </Button>
    </Group>
  )
}

type ChooseProps = { reading: boolean; again: boolean; onFile: (file: File) => void }

function ChooseFile({ reading, again, onFile }: ChooseProps) {
  const [over, setOver] = useState(false)
  const take = (file: File | null | undefined) => {
    if (file && !reading) onFile(file)
  }
  return (
    <>
      <Section title={again ? 'Tuo toinen tiedosto' : 'Tiedosto'}>
        <fieldset
          className={classes.drop}
          data-over={over || undefined}
          aria-label="Pudota tiedosto tähän"
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files[0])
          }}
        >
          <IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />
          <Text>Pudota CSV- tai Excel-tiedosto (.xlsx) tähän, tai valitse se laitteelta.</Text>
          <FileButton onChange={take} accept=".csv,.txt,.tsv,.xlsx" inputProps={{ 'aria-label': 'Tuotava tiedosto' }}>
            {(props) => (
              <Button {...props} size="md" loading={reading} leftSection={<IconUpload size={20} aria-hidden />}>
                Valitse tiedosto
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            Enintään {formatCount(mostImportRows)} riviä ja 5 Mt. Mitään ei tallenneta ennen kuin olet nähnyt rivit.
          </Text>
        </fieldset>
      </Section>
      <Section title="Mallit">
        <Stack gap="sm" align="flex-start">
          <Text>Aloita esimerkistä: korvaa sen rivit omillasi. Kenttien kuvaus kertoo, mitä kuhunkin sarakkeeseen kirjoitetaan.</Text>
          <Templates />
        </Stack>
      </Section>
    </>
  )
}

type ReviewProps = {
  table: Table
  work: ReturnType<typeof useImport>['work']
  isUnchecked: boolean
  onEdit: (row: number, column: string, text: string) => void
  onRemove: (row: TableRow) => void
  onDiscard: () => void
  onStore: (again: boolean) => void
}

function Review({ table, work, isUnchecked, onEdit, onRemove, onDiscard, onStore }: ReviewProps) {
  const { rows, faults, touched, unknown, orders, importedAt, isChecked } = table
  const count = [...faults.values()].reduce((sum, row) => sum + row.size, 0)
  const [onlyFaulty, setOnlyFaulty] = useState(count > 0)
  const [again, setAgain] = useState(false)
  const api = useRef<TableApi>(null)
  const cell = useRef(-1)
  const shown = onlyFaulty ? rows.filter(({ rivi }) => touched.has(rivi)) : rows
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
            title={`${plural(count, 'virhe', 'virhettä')}, ${plural(faults.size, 'rivillä', 'rivillä')}`}
          >
            Korjaa solut tähän taulukkoon, tai lataa virheelliset rivit ja korjaa ne taulukkolaskennassa. Tilaukset tuodaan, kun kaikki
            rivit kelpaavat.
          </Alert>
        )}
        {unknown.length > 0 && <Warning title="Tuntemattomat sarakkeet jätetään pois">{unknown.join(', ')}</Warning>}
        {importedAt > 0 && (
          <Warning title={`Samat tilaukset on jo tuotu ${formatMoment(importedAt)}`}>
            <Checkbox label="Tuo ne silti uudelleen" checked={again} onChange={(event) => setAgain(event.currentTarget.checked)} />
          </Warning>
        )}
        {(count > 0 || touched.size > 0) && (
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
        <ImportTable table={table} rows={shown} onEdit={onEdit} onRemove={onRemove} api={api} />
        <Group justify="flex-end">
          {work === 'checking' && <Loader size="sm" aria-hidden />}
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

const sentences = (faults: ReadonlyMap<string, string> = new Map()): string[] =>
  [...faults].map(([column, message]) => (column === '' ? message : `${column}: ${message}`))

function Done({ stored: { tilauksia, lahetyksia, ensimmainen, viimeinen } }: { stored: Stored }) {
  return (
    <Alert
      color="brand"
      role="status"
      icon={<IconCheck size={20} aria-hidden />}
      title={`${plural(tilauksia, 'tilaus', 'tilausta')} tuotu`}
    >
      {plural(lahetyksia, 'lähetys', 'lähetystä')}, {ensimmainen === viimeinen ? ensimmainen : `${ensimmainen}–${viimeinen}`}.{' '}
      <Anchor component={Link} to="/tilaukset">
        Näytä tilaukset
      </Anchor>
    </Alert>
  )
}
