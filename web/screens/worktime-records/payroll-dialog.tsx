import { Alert, Button, Group, List, Modal, Select, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconMailForward } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { payrollLayouts } from '#domain/features/settings/payroll-settings.ts'
import type { PayrollPreview } from '#domain/features/worktime/administration.ts'
import { keyIn } from '#domain/values/key-of.ts'
import { useAction } from '#web/data/use-action.ts'
import { formatDate, plural } from '#web/kit/format.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { fileOf, operate, type Period, previewQuery } from './records-query.ts'
import classes from './worktime-records.module.css'

type Props = { period: Period; opened: boolean; onClose: () => void }

/** The payroll file of a period: what would be sent and what would not, its download, and its mail to payroll. */
export function PayrollDialog({ period, opened, onClose }: Props) {
  const title = `Palkka-aineisto ${formatDate(period.min)} – ${formatDate(period.max)}`
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="xl">
      <PayrollForm period={period} onClose={onClose} />
    </Modal>
  )
}

const layouts = Object.entries(payrollLayouts).map(([value, label]) => ({ value, label }))

function PayrollForm({ period, onClose }: Omit<Props, 'opened'>) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const layout = chosen === null ? undefined : keyIn(payrollLayouts, chosen, 'yleinen')
  const { data, isPending, refetch } = useQuery({ ...previewQuery(period, layout), placeholderData: keepPreviousData })
  const input = { ...period, ...(layout ? { muoto: layout } : {}) }
  const { run: download, isRunning: isDownloading } = useAction({
    mutationFn: () => operate({ operation: 'DOWNLOAD_CSV', ...input }),
    onSuccess: ({ tiedosto }) => tiedosto && saveFile(fileOf(tiedosto.sisalto), tiedosto.nimi),
    onFault: ({ message }) => setFault(message),
  })
  const { run: send, isRunning: isSending } = useAction({
    mutationFn: () => operate({ operation: 'SEND_CSV', ...input }),
    onSuccess: ({ results }) => {
      showDone(`${plural(results.length, 'kirjaus', 'kirjausta')} lähetetty palkanlaskentaan.`)
      onClose()
    },
    onFault: ({ message }) => setFault(message),
  })
  if (isPending) return <SectionSkeleton lines={6} />
  if (!data) return <ErrorState retry={() => void refetch()} />
  const preview = data.data
  return (
    <Stack gap="md">
      <Select
        label="Muoto"
        data={layouts}
        allowDeselect={false}
        value={layout ?? preview.muoto}
        onChange={setChosen}
        maw={280}
        data-autofocus
      />
      <Text>
        {preview.lahetetaan === 0
          ? 'Ei lähetettäviä kirjauksia.'
          : `Lähetetään ${plural(preview.lahetetaan, 'tarkistettu kirjaus', 'tarkistettua kirjausta')}: ${plural(preview.riveja, 'rivi', 'riviä')} osoitteeseen ${preview.vastaanottaja || '(osoite puuttuu asetuksista)'}.`}
      </Text>
      <LeftOut preview={preview} />
      <Rows preview={preview} />
      {fault !== '' && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {fault}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Sulje
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isDownloading}
          onClick={() => {
            setFault('')
            download()
          }}
        >
          Lataa tarkistetut
        </Button>
        <Button
          leftSection={<IconMailForward size={18} aria-hidden />}
          disabled={preview.lahetetaan === 0 || preview.puutteet.length > 0}
          loading={isSending}
          onClick={() => {
            setFault('')
            send()
          }}
        >
          Lähetä palkanlaskentaan
        </Button>
      </Group>
    </Stack>
  )
}

const shownDrivers = 8

/** What the file does not contain, and what it lacks. */
function LeftOut({ preview: { korjauksia, tarkistamatta, avoimia, jo_lahetetty, puutteet } }: { preview: PayrollPreview }) {
  const count = tarkistamatta.reduce((sum, { kirjauksia }) => sum + kirjauksia, 0)
  const drivers = tarkistamatta.slice(0, shownDrivers).map(({ nimi, kirjauksia }) => `${nimi} ${kirjauksia}`)
  const more = tarkistamatta.length > shownDrivers ? ` ja ${plural(tarkistamatta.length - shownDrivers, 'muu', 'muuta')}` : ''
  const notes = [
    ...puutteet,
    ...(korjauksia > 0
      ? [
          `Mukana ${plural(korjauksia, 'aiemmin lähetetyn kirjauksen korjaus', 'aiemmin lähetetyn kirjauksen korjausta')}: aineistossa on erotus.`,
        ]
      : []),
    ...(count > 0 ? [`Tarkistamatta ${plural(count, 'kirjaus', 'kirjausta')}: ${drivers.join(', ')}${more}.`] : []),
    ...(avoimia > 0 ? [`Käynnissä ${plural(avoimia, 'työpäivä', 'työpäivää')}.`] : []),
    ...(jo_lahetetty > 0 ? [`Lähetetty jo aiemmin ${plural(jo_lahetetty, 'kirjaus', 'kirjausta')}.`] : []),
  ]
  if (notes.length === 0) return null
  const color = puutteet.length > 0 ? 'red' : 'yellow'
  return (
    <Alert color={color} variant="light" icon={<IconAlertTriangle size={20} aria-hidden />} title="Huomioitavaa">
      <List size="sm">
        {notes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Rows({ preview: { otsikot, rivit, riveja } }: { preview: PayrollPreview }) {
  if (rivit.length === 0) return null
  return (
    <div>
      {/* A region that scrolls has to be reachable by keyboard (WCAG 2.1.1). */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={classes.preview} aria-label="Aineiston rivit" tabIndex={0}>
        <table>
          {otsikot.length > 0 && (
            <thead>
              <tr>
                {otsikot.map((heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rivit.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no identity
              <tr key={index}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no identity
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {riveja > rivit.length && (
        <Text size="sm" c="dimmed" mt={4}>
          Ensimmäiset {rivit.length} riviä.
        </Text>
      )}
    </div>
  )
}
