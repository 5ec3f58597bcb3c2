import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DryRun } from '#domain/model/import/import-call.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { showUndo } from '#web/ui/undo-toast.tsx'
import { DraftNote } from '../form/form-parts.tsx'
import { useMarkTyping } from '../form/typing.ts'
import { Page } from '../page/page.tsx'
import { usePageSearch } from '../page/page-search.ts'
import { ChooseFile, Templates } from './choose-file.tsx'
import type { ImportShape } from './import-shape.ts'
import { Review } from './review.tsx'
import type { TableRow } from './review-table.ts'
import { UnknownHeadings } from './unknown-headings.tsx'
import { useImport } from './use-import.ts'

type Props<D extends DryRun, R> = {
  shape: ImportShape<D, R>
  title: string
  /** What the templates are for. */
  templatesText: string
  /** The part of the address that says what this import is of: leaving the page with corrections is asked about when it changes, too. */
  searchKey: string
  /** Shown above the import; `isReviewing`: the rows of a file are shown. */
  above: (isReviewing: boolean) => ReactNode
  /** Links to what was stored. */
  resultLinks: (result: R) => ReactNode
}

/** The page of an import: choose a file, say what its unknown headings are, correct its rows, store them, read what was stored. */
export function ImportPage<D extends DryRun, R>({ shape, title, templatesText, searchKey, above, resultLinks }: Props<D, R>) {
  const { table, draftAt, work, fault, stored, headings, read, recheck, edit, fill, remove, restore, discard, store } = useImport(shape)
  const removeRow = (row: TableRow) => {
    remove(row.rivi)
    showUndo(`Rivi ${row.rivi} poistettiin taulukosta.`, () => restore(row))
  }
  const isUnchecked = fault?.isUnchecked ?? false
  return (
    <Page
      title={title}
      width={table ? 'list' : 'form'}
      detail={table?.name ?? headings?.file.name}
      actions={table && <Templates templates={shape.templates} />}
    >
      <Stack gap="md">
        {above(table !== null || headings !== null)}
        {fault && (
          <FaultNote>
            {fault.message}
            {isUnchecked && (table?.rows.length ?? 0) > 0 && (
              <Button variant="default" size="compact-md" mt="xs" display="block" onClick={recheck}>
                Yritä uudelleen
              </Button>
            )}
          </FaultNote>
        )}
        {stored !== null && (
          <Alert color="brand" role="status" icon={<IconCheck size={20} aria-hidden />} title={shape.resultTitle(stored)}>
            {shape.resultText(stored)} {resultLinks(stored)}
          </Alert>
        )}
        {table ? (
          <>
            <Review
              shape={shape}
              table={table}
              work={work}
              isUnchecked={isUnchecked}
              onEdit={edit}
              onFill={fill}
              onRemove={removeRow}
              onDiscard={discard}
              onStore={(again) => void store(again)}
            />
            <DraftNote what="Taulukko" draftAt={draftAt} discard={discard} disabled={work === 'storing'} />
          </>
        ) : headings ? (
          <UnknownHeadings
            headings={headings}
            columns={shape.columns}
            hintOf={shape.headingsHint}
            busy={work === 'reading'}
            onChosen={(choices) => void read(headings.file, choices)}
            onDiscard={discard}
          />
        ) : (
          <ChooseFile
            templates={shape.templates}
            templatesText={templatesText}
            reading={work === 'reading'}
            onFile={(file) => void read(file)}
            again={stored !== null}
          />
        )}
      </Stack>
      <LeavingDialog edited={(table?.edited ?? false) && draftAt === null} storing={work === 'storing'} searchKey={searchKey} />
    </Page>
  )
}

/** Asks before corrections are lost. */
function LeavingDialog({ edited, storing, searchKey }: { edited: boolean; storing: boolean; searchKey: string }) {
  const { search } = usePageSearch()
  useMarkTyping(edited)
  const isOthers = (next: Readonly<Record<string, string | undefined>>): boolean => next[searchKey] !== search[searchKey]
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => edited && !storing && (current.pathname !== next.pathname || isOthers(next.search)),
    enableBeforeUnload: () => edited,
    withResolver: true,
  })
  return (
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
  )
}
