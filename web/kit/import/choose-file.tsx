import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { maxImportRows } from '#domain/model/import/import-table.ts'
import { useAction } from '#web/data/use-action.ts'
import { Section } from '#web/ui/section.tsx'
import { formatCount } from '../format.ts'
import classes from './import.module.css'
import type { Template } from './import-shape.ts'

type ChooseProps = {
  templates: readonly Template[]
  /** What the templates are for. */
  templatesText: string
  reading: boolean
  /** Another file has just been imported. */
  again: boolean
  onFile: (file: File) => void
}

/** Takes a file, dropped or chosen, and offers the templates. */
export function ChooseFile({ templates, templatesText, reading, again, onFile }: ChooseProps) {
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
              <Button {...props} data-page-focus size="md" loading={reading} leftSection={<IconUpload size={20} aria-hidden />}>
                Valitse tiedosto
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            Enintään {formatCount(maxImportRows)} riviä ja 5 Mt. Mitään ei tallenneta ennen kuin olet nähnyt rivit.
          </Text>
        </fieldset>
      </Section>
      <Section title={templates.length === 1 ? 'Malli' : 'Mallit'}>
        <Stack gap="sm" align="flex-start">
          <Text>{templatesText}</Text>
          <Templates templates={templates} />
        </Stack>
      </Section>
    </>
  )
}

/** The templates to download. */
export function Templates({ templates }: Pick<ChooseProps, 'templates'>) {
  const { run, isRunning } = useAction({ mutationFn: (save: Template['save']) => save() })
  return (
    <Group gap="sm">
      {templates.map(({ label, save }) => (
        <Button
          key={label}
          variant="default"
          disabled={isRunning}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => run(save)}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
