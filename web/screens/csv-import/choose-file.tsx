import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { maxImportRows } from '#domain/features/order-import/order-table.ts'
import { useAction } from '#web/data/use-action.ts'
import { formatCount } from '../../kit/format.ts'
import { Section } from '../../ui/section.tsx'
import classes from './csv-import.module.css'
import { saveExample, saveFieldDescriptions } from './import-files.ts'

type ChooseProps = { reading: boolean; again: boolean; onFile: (file: File) => void }

/** Takes a file, dropped or chosen, and offers the two templates. */
export function ChooseFile({ reading, again, onFile }: ChooseProps) {
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
      <Section title="Mallit">
        <Stack gap="sm" align="flex-start">
          <Text>Aloita esimerkistä: korvaa sen rivit omillasi. Kenttien kuvaus kertoo, mitä kuhunkin sarakkeeseen kirjoitetaan.</Text>
          <Templates />
        </Stack>
      </Section>
    </>
  )
}

/** The two templates to download. */
export function Templates() {
  const { run: save, isRunning } = useAction({ mutationFn: (make: () => Promise<void>) => make() })
  return (
    <Group gap="sm">
      <Button variant="default" disabled={isRunning} leftSection={<IconDownload size={18} aria-hidden />} onClick={() => save(saveExample)}>
        Esimerkki (.xlsx)
      </Button>
      <Button
        variant="default"
        disabled={isRunning}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => save(saveFieldDescriptions)}
      >
        Kenttien kuvaus (.xlsx)
      </Button>
    </Group>
  )
}
