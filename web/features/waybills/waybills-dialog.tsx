import { Button, Collapse, Group, Modal, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconPrinter, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { LabelSheet, WaybillForm } from '#domain/features/waybills/forms.ts'
import { maxPrintedOrders, printWaybillsCall } from '#domain/features/waybills/print-calls.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault, refusalText } from '#web/data/fault.ts'
import classes from '#web/kit/dialogs/background-task.module.css'
import { BackgroundTask, isUnderWay } from '#web/kit/dialogs/background-task.tsx'
import { formatCount, formatMoment } from '#web/kit/format.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { usePrints } from './use-prints.ts'
import { formChoices, sheetChoices } from './waybill-forms.ts'

/** Their files are fetched when the list opens. */
const maxEarlier = 5

type Props = { orderIds: readonly string[]; onClose: () => void }

/** Many orders' waybills or labels as one PDF. The dialog may be closed meanwhile: a toast then shows the progress. */
export function WaybillsDialog({ orderIds, onClose }: Props) {
  // The selection when the dialog opened: the list behind may be refetched meanwhile.
  const [orders] = useState(orderIds)
  const [muoto, setMuoto] = useState<WaybillForm>('lahetys')
  const [arkki, setArkki] = useState<LabelSheet>('a6')
  const [started, setStarted] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [fault, setFault] = useState('')
  const { prints, failed, reread, cancel } = usePrints()
  const job = prints?.find(({ id }) => id === started)
  const tooMany = orders.length > maxPrintedOrders

  const begin = async () => {
    setAsking(true)
    setFault('')
    try {
      const { id } = await callApi(printWaybillsCall, { tilaus_ids: [...orders], muoto, arkki }, { quiet: 'all' })
      setStarted(id)
      await reread()
    } catch (failure) {
      setFault(failure instanceof CallFault ? refusalText(failure) : 'Tulostetta ei voitu aloittaa.')
    }
    setAsking(false)
  }
  const close = () => {
    if (started !== null && (!job || isUnderWay(job))) followPrint(started)
    onClose()
  }

  return (
    <Modal opened onClose={close} title={`${formatCount(orders.length)} tilauksen rahtikirjat`} size="md" returnFocus>
      <Stack gap="md">
        {started === null ? (
          <>
            <SegmentedControl fullWidth aria-label="Tulosteen muoto" value={muoto} onChange={setMuoto} data={formChoices} />
            {muoto === 'tarrat' && (
              <SegmentedControl fullWidth aria-label="Tarra-arkki" value={arkki} onChange={setArkki} data={sheetChoices} />
            )}
            {tooMany && <Text>Yhteen tulosteeseen mahtuu enintään {formatCount(maxPrintedOrders)} tilausta.</Text>}
            {fault !== '' && <FaultNote>{fault}</FaultNote>}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Takaisin
              </Button>
              <Button
                leftSection={<IconPrinter size={18} aria-hidden />}
                loading={asking}
                disabled={tooMany || orders.length === 0}
                onClick={() => void begin()}
                data-autofocus
              >
                Tee PDF
              </Button>
            </Group>
            <EarlierPrints />
          </>
        ) : job === undefined || (failed && isUnderWay(job)) ? (
          <UnknownState failed={failed} retry={() => void reread()} />
        ) : (
          <>
            <BackgroundTask job={job} title="Tuloste" unit="tilausta" onCancel={() => void cancel(job.id)} />
            {isUnderWay(job) && (
              <Text size="sm" c="dimmed">
                Voit sulkea ikkunan: työ jatkuu, ja ilmoitus kertoo, kun tuloste on valmis.
              </Text>
            )}
          </>
        )}
      </Stack>
    </Modal>
  )
}

/** The job continues, but its progress could not be fetched. */
function UnknownState({ failed, retry }: { failed: boolean; retry: () => void }) {
  if (!failed) return <Text aria-live="polite">Tulostetta aloitetaan…</Text>
  return (
    <FaultNote>
      <Stack gap="sm" align="start">
        Tulosteen etenemistä ei saatu. Työ on aloitettu ja jatkuu palvelimella. Tarkista verkkoyhteys ja yritä uudelleen.
        <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={retry}>
          Yritä uudelleen
        </Button>
      </Stack>
    </FaultNote>
  )
}

function EarlierPrints() {
  const [open, setOpen] = useState(false)
  const { prints = [], cancel } = usePrints()
  const latest = prints.slice(0, maxEarlier)
  if (latest.length === 0) return null
  return (
    <div>
      <UnstyledButton className={classes.line} aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconChevronDown size={18} aria-hidden style={{ rotate: open ? '180deg' : undefined }} />
        Aiemmat tulosteet ({latest.length})
      </UnstyledButton>
      <Collapse expanded={open} keepMounted={false}>
        <ul className={classes.earlier}>
          {latest.map((print) => (
            <li key={print.id} className={classes.print}>
              <BackgroundTask
                job={print}
                title="Tuloste"
                label={formatMoment(print.luotu)}
                unit="tilausta"
                onCancel={() => void cancel(print.id)}
              />
            </li>
          ))}
        </ul>
      </Collapse>
    </div>
  )
}

/** A toast that stays while the person does something else, until the print has ended and is fetched. */
function followPrint(id: string): void {
  notifications.show({
    id: `tuloste-${id}`,
    position: 'bottom-right',
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Sulje' },
    message: <FollowedPrint id={id} />,
  })
}

function FollowedPrint({ id }: { id: string }) {
  const { prints, failed, reread, cancel } = usePrints()
  const job = prints?.find((print) => print.id === id)
  return (
    <div className={classes.note}>
      {job ? (
        <BackgroundTask job={job} title="Tuloste" unit="tilausta" onCancel={() => void cancel(id)} />
      ) : (
        <UnknownState failed={failed} retry={() => void reread()} />
      )}
    </div>
  )
}
