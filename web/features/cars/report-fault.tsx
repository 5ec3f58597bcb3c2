import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { huolto } from '#domain/entities/car/maintenance.entity.ts'
import { queueItem } from '#web/data/device/outbox.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { useAction } from '#web/data/use-action.ts'
import { DraftNote, UnkeptNote } from '#web/kit/form/form-parts.tsx'
import { PhotoField } from '#web/kit/form/photo-field.tsx'
import { type PreviousDraft, useDraftSaving, useSavedDraft } from '#web/kit/form/saved-draft.ts'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { blankFaultReport, type FaultReport, faultItem, faultReportFaults, faultReportShape } from './fault-report.ts'
import { carsQuery } from './fleet.ts'

type Car = { id: string; rekisterinumero: string }
/** `car` where it is known; otherwise it is chosen in the dialog, which begins with the car of the id `likely`. `info`: what the description begins with. */
type Props = { car?: Car; likely?: string; info?: string }

/** The button and the dialog with which a driver reports what is wrong with a car (rules/cars.md#fault-reports), with a network or without. */
export function ReportFault({ car, likely = '' }: Pick<Props, 'car' | 'likely'>) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button leftSection={<IconTool size={18} aria-hidden />} onClick={() => setOpened(true)}>
        Ilmoita vika
      </Button>
      <FaultDialog {...(car ? { car } : {})} likely={likely} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

/** The dialog alone. What has been typed stays as a draft when it is closed. */
export function FaultDialog({ car, likely = '', info = '', opened, onClose }: Props & { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={car ? `Ilmoita vika: ${car.rekisterinumero}` : 'Ilmoita vika'}
      size="md"
      closeOnClickOutside={false}
      returnFocus
    >
      <StoredForm {...(car ? { car } : {})} likely={likely} info={info} onClose={onClose} />
    </Modal>
  )
}

type FormProps = Pick<Props, 'car'> & { likely: string; info: string; onClose: () => void }

function StoredForm(props: FormProps) {
  const name = `vika.${props.car?.id ?? 'new'}`
  const previous = useSavedDraft(name, faultReportShape)
  const [round, setRound] = useState(0)
  if (previous === undefined) return null
  return <FaultForm key={round} name={name} previous={round === 0 ? previous : null} onDiscarded={() => setRound(round + 1)} {...props} />
}

type FaultFormProps = FormProps & { name: string; previous: PreviousDraft<FaultReport>; onDiscarded: () => void }

const isWorthKeeping = ({ info, photos }: FaultReport): boolean => info !== '' || photos.length > 0

function FaultForm({ car, likely, info, name, previous, onClose, onDiscarded }: FaultFormProps) {
  const draft = useDraftSaving({ name, previous, first: () => ({ ...blankFaultReport(car?.id ?? likely), info }), isWorthKeeping })
  const { value: report, change } = draft
  const cars = useQuery({ ...carsQuery, enabled: !car }).data?.rows ?? []
  const [checked, setChecked] = useState(false)
  const description = useRef<HTMLTextAreaElement>(null)
  const faults = checked ? faultReportFaults(report) : {}

  async function store(): Promise<void> {
    const plate = car?.rekisterinumero ?? cars.find(({ id }) => id === report.car)?.rekisterinumero ?? ''
    if (await queueItem(faultItem(report, plate))) showDone('Vika ilmoitettu.')
    else showFault('Laite ei voi tallentaa ilmoitusta. Pidä sovellus auki, kunnes se on lähetetty.')
    draft.drop()
    onClose()
  }
  const { run: queue, isRunning } = useAction({ mutationFn: store })

  function submit(event: FormEvent): void {
    event.preventDefault()
    setChecked(true)
    const found = faultReportFaults(report)
    if (found.info) description.current?.focus()
    if (Object.keys(found).length === 0) queue(undefined)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {!car && <CarSelect cars={cars} value={report.car} error={faults.car} onChange={(id) => change({ car: id })} />}
        <Textarea
          ref={description}
          label="Mikä on vialla?"
          withAsterisk
          autosize
          minRows={2}
          size="md"
          maxLength={huolto.fields.info.max}
          value={report.info}
          error={faults.info}
          onChange={(event) => change({ info: event.currentTarget.value })}
        />
        <PhotoField label="Kuvat" photos={report.photos} onChange={(photos) => change({ photos })} />
        <div role="status">{draft.refuses && <UnkeptNote />}</div>
        <Group grow preventGrowOverflow={false}>
          <Button variant="default" size="md" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit" size="md" loading={isRunning}>
            Ilmoita
          </Button>
        </Group>
        <DraftNote
          draftAt={draft.savedAt}
          discard={() => {
            draft.drop()
            onDiscarded()
          }}
        />
      </Stack>
    </form>
  )
}

type CarSelectProps = { cars: readonly Car[]; value: string; error: string | undefined; onChange: (id: string) => void }

/** Any of the cars, with a network or without. */
function CarSelect({ cars, value, error, onChange }: CarSelectProps) {
  return (
    <SearchSelect
      label="Auto"
      withAsterisk
      size="md"
      placeholder="Hae"
      nothingFoundMessage="Ei löytynyt"
      data={cars.map((row) => ({ value: row.id, label: row.rekisterinumero }))}
      value={value === '' ? null : value}
      error={error}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
