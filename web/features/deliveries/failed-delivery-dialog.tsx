import { Alert, Button, Group, Modal, Radio, Stack, Textarea } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { failureReasons, toimituspoikkeama } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import type { CallFault } from '#web/data/fault.ts'
import { usePosition } from '#web/data/position.ts'
import { newId } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { DraftNote, UnkeptNote } from '#web/kit/form/form-parts.tsx'
import { PhotoField } from '#web/kit/form/photo-field.tsx'
import { type PreviousDraft, useDraftSaving, useSavedDraft } from '#web/kit/form/saved-draft.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { type Failure, type FailureDraft, failureDraftShape, failureFaults, isReason } from './failed-delivery.ts'
import classes from './failed-delivery-dialog.module.css'

type Props = {
  opened: boolean
  /** The name of the draft that the device stores until the report is stored. */
  name: string
  /** The place or the goods that were not delivered. */
  of: string
  /** The button's label. */
  action?: string
  /** The device is at the door: its position is sent along, if its user permits it. */
  located?: boolean
  onClose: () => void
  /** Resolves once it is stored; an error is shown, and the form keeps its content for a retry. */
  onReported: (failure: Failure) => void | Promise<void>
}

const reasons = Object.entries(failureReasons)
const blankFailure = (): FailureDraft => ({ id: newId(), syy: '', selite: '', photos: [], at: nowSeconds() })
const isWorthKeeping = ({ syy, selite, photos }: FailureDraft): boolean => syy !== '' || selite !== '' || photos.length > 0

/** "Toimitus ei onnistunut": why, in words and pictures. */
export function FailedDeliveryDialog({ opened, onClose, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Toimitus ei onnistunut" size="md">
      <StoredForm onClose={onClose} {...form} />
    </Modal>
  )
}

type FormProps = Omit<Props, 'opened'>

function StoredForm({ name, ...form }: FormProps) {
  // While the dialog closes, its page may already pass another name.
  const [own] = useState(name)
  const previous = useSavedDraft(own, failureDraftShape)
  const [round, setRound] = useState(0)
  if (previous === undefined) return null
  return <FailureForm key={round} name={own} previous={round === 0 ? previous : null} onDiscarded={() => setRound(round + 1)} {...form} />
}

type FailureFormProps = FormProps & { previous: PreviousDraft<FailureDraft>; onDiscarded: () => void }

function FailureForm({ name, of, action = 'Tallenna', located = false, previous, onClose, onReported, onDiscarded }: FailureFormProps) {
  const {
    value,
    change,
    savedAt,
    isUnsaved: isUnkept,
    refuses,
    drop,
  } = useDraftSaving({ name, previous, first: blankFailure, isWorthKeeping })
  const { id, syy, selite, photos, at } = value
  const whereAmI = usePosition(located)
  const [checked, setChecked] = useState(false)
  const [refusal, setRefusal] = useState<CallFault | null>(null)
  const faults = checked ? failureFaults(value) : {}
  const { run: send, isRunning } = useAction({
    mutationFn: async (failure: Failure) => onReported(failure),
    onSuccess: drop,
    onFault: setRefusal,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    // In React, a submit inside a dialog also reaches the form around it.
    event.stopPropagation()
    setChecked(true)
    if (syy === '' || Object.keys(failureFaults(value)).length > 0) return
    setRefusal(null)
    const { where = whereAmI() } = value
    change({ where })
    send({ id, syy, selite, photos, at, where })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p className={classes.of}>{of}</p>
        <Radio.Group
          label={toimituspoikkeama.fields.syy.label}
          value={syy}
          error={faults.syy}
          onChange={(value) => isReason(value) && change({ syy: value })}
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
          onChange={(event) => change({ selite: event.currentTarget.value })}
        />
        <PhotoField label="Kuvat" photos={photos} onChange={(photos) => change({ photos })} />
        <div role="status">
          {refuses && <UnkeptNote />}
          {refusal && (
            <Alert
              color={refusal.status === 0 ? 'yellow' : 'red'}
              variant="light"
              icon={refusal.status === 0 && <IconWifiOff size={20} aria-hidden />}
            >
              {refusal.status === 0
                ? `Ei verkkoyhteyttä. Tiedot ovat tallessa ${isUnkept ? 'tässä' : 'tällä laitteella'}: tallenna uudelleen, kun yhteys palaa.`
                : refusal.message}
            </Alert>
          )}
        </div>
        <Group grow preventGrowOverflow={false} className={classes.actions}>
          <Button variant="default" size="lg" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit" size="lg" loading={isRunning}>
            {action}
          </Button>
        </Group>
        {/* At the bottom: its appearance must not move the reasons under the finger. */}
        <DraftNote
          draftAt={savedAt}
          discard={() => {
            drop()
            onDiscarded()
          }}
        />
      </Stack>
    </form>
  )
}
