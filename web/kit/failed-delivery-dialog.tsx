import { Alert, Button, Group, Modal, Radio, Stack, Textarea } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type FailureReason, failureReasons, toimituspoikkeama } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import { CallFault } from '../data/fault.ts'
import { usePosition } from '../data/position.ts'
import { newId } from '../data/row.ts'
import { nowSeconds } from '../session/token.ts'
import { type Failure, failureFaults } from './failed-delivery.ts'
import classes from './failed-delivery-dialog.module.css'
import { type Photo, PhotoField } from './photo-field.tsx'

type Props = {
  opened: boolean
  /** What was not delivered: the place, or the goods. */
  of: string
  /** What the button says. */
  action?: string
  /** The device is where it happened: its place is told along, if its user lets it. */
  located?: boolean
  onClose: () => void
  /** Resolves once it is stored; what it throws is shown, and everything stays for another try. */
  onTold: (failure: Failure) => void | Promise<void>
}

const reasons = Object.entries(failureReasons)
const isReason = (text: string): text is FailureReason => text in failureReasons

/** "Toimitus ei onnistunut": why, in words and pictures. */
export function FailedDeliveryDialog({ opened, of, onClose, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Toimitus ei onnistunut" size="md">
      <FailureForm of={of} onClose={onClose} {...form} />
    </Modal>
  )
}

function FailureForm({ of, action = 'Tallenna', located = false, onClose, onTold }: Omit<Props, 'opened'>) {
  const [id] = useState(newId)
  const [syy, setSyy] = useState<FailureReason | ''>('')
  const [selite, setSelite] = useState('')
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [at] = useState(nowSeconds)
  const whereAmI = usePosition(located)
  const [checked, setChecked] = useState(false)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<CallFault | null>(null)
  const faults = checked ? failureFaults({ syy, selite }) : {}

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // A dialog inside a form must not send that one too.
    event.stopPropagation()
    setChecked(true)
    if (syy === '' || Object.keys(failureFaults({ syy, selite })).length > 0) return
    setSending(true)
    setRefusal(null)
    try {
      await onTold({ id, syy, selite, photos, at, where: whereAmI() })
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      setRefusal(failure)
    } finally {
      setSending(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <p className={classes.of}>{of}</p>
        <Radio.Group
          label={toimituspoikkeama.fields.syy.label}
          value={syy}
          error={faults.syy}
          onChange={(value) => isReason(value) && setSyy(value)}
        >
          <div className={classes.reasons}>
            {reasons.map(([value, label]) => (
              <Radio.Card key={value} value={value} className={classes.reason}>
                <Radio.Indicator size="md" />
                <span>{label}</span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={toimituspoikkeama.fields.selite.label}
          description="Näkyy myös asiakkaalle."
          autosize
          minRows={2}
          size="md"
          maxLength={toimituspoikkeama.fields.selite.max}
          value={selite}
          error={faults.selite}
          onChange={(event) => setSelite(event.currentTarget.value)}
        />
        <PhotoField label="Kuvat" photos={photos} onChange={setPhotos} />
        <div role="status">
          {refusal && (
            <Alert
              color={refusal.status === 0 ? 'yellow' : 'red'}
              variant="light"
              icon={refusal.status === 0 && <IconWifiOff size={20} aria-hidden />}
            >
              {refusal.status === 0
                ? 'Ei verkkoyhteyttä. Tiedot ovat tallessa tässä: tallenna uudelleen, kun yhteys palaa.'
                : refusal.message}
            </Alert>
          )}
        </div>
        <Group grow className={classes.actions}>
          <Button variant="default" size="lg" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit" size="lg" loading={sending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
