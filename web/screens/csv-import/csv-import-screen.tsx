import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CustomerSelect } from '#web/features/customers/customer-select.tsx'
import { useMarkTyping } from '#web/kit/form/typing.ts'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { oneQuery } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import { FaultNote } from '../../ui/fault-note.tsx'
import { Section } from '../../ui/section.tsx'
import { showUndo } from '../../ui/undo-toast.tsx'
import { ChooseFile, Templates } from './choose-file.tsx'
import type { TableRow } from './import-files.ts'
import { Review } from './review.tsx'
import { UnknownHeadings } from './unknown-headings.tsx'
import { type ImportResult, importedText, importedTitle, useImport } from './use-import.ts'

const title = 'Tilausten tuonti'

/** `tilaus-csv-import`. Customers import their own orders; administrators choose the customer first. */
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
  const { table, work, fault, stored, headings, read, recheck, edit, fillType, remove, restore, discard, store } = useImport(asiakas)
  const edited = table?.edited ?? false
  const { search } = usePageSearch()
  const isOthers = (next: Readonly<Record<string, string | undefined>>): boolean => next.asiakas !== search.asiakas
  const rows = table?.rows ?? []
  useMarkTyping(edited)
  const blocker = useBlocker({
    // Changing the customer also leaves the page's import.
    shouldBlockFn: ({ current, next }) => edited && work !== 'storing' && (current.pathname !== next.pathname || isOthers(next.search)),
    enableBeforeUnload: () => edited,
    withResolver: true,
  })
  const removeRow = (row: TableRow) => {
    remove(row.rivi)
    showUndo(`Rivi ${row.rivi} poistettiin taulukosta.`, () => restore(row))
  }
  return (
    <Page title={title} width={table ? 'list' : 'form'} detail={table?.name ?? headings?.file.name} actions={table && <Templates />}>
      <Stack gap="md">
        {whose}
        {fault && (
          <FaultNote>
            {fault.message}
            {fault.isUnchecked && rows.length > 0 && (
              <Button variant="default" size="compact-md" mt="xs" display="block" onClick={recheck}>
                Yritä uudelleen
              </Button>
            )}
          </FaultNote>
        )}
        {stored && <Done stored={stored} />}
        {table ? (
          <Review
            table={table}
            work={work}
            isUnchecked={fault?.isUnchecked ?? false}
            onEdit={edit}
            onFillType={fillType}
            onRemove={removeRow}
            onDiscard={discard}
            onStore={(again) => void store(again)}
          />
        ) : headings ? (
          <UnknownHeadings
            headings={headings}
            busy={work === 'reading'}
            onChosen={(choices) => void read(headings.file, choices)}
            onDiscard={discard}
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

function Done({ stored }: { stored: ImportResult }) {
  return (
    <Alert color="brand" role="status" icon={<IconCheck size={20} aria-hidden />} title={importedTitle(stored)}>
      {importedText(stored)}{' '}
      <Anchor component={Link} to="/tilaukset">
        Näytä tilaukset
      </Anchor>
    </Alert>
  )
}
