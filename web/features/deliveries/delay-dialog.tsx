import { Alert, Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { delayedArrival, maxDelayMinutes } from '#domain/entities/shipment/shipment.delay.ts'
import { sendOrKeep } from '#web/data/device/outbox.ts'
import type { CallFault } from '#web/data/fault.ts'
import { newId } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { NumberField } from '#web/kit/form/number-field.tsx'
import { formatMinutes, formatSince } from '#web/kit/format.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import classes from './delay-dialog.module.css'
import { delayItem, type ReportedDelay } from './delay-send.ts'

type Props = {
  opened: boolean
  /** The shipments that are late, of any number of orders. */
  shipments: readonly { id: string }[]
  /** The place and the goods, or the orders' numbers. */
  of: string
  /** When the goods were expected (unix seconds): the promised time, else the estimated arrival of the stop; 0 when neither is known. */
  expected: number
  onClose: () => void
}

const choices = [15, 30, 45, 60]
const other = 'muu'

/** "Ilmoita myöhästymisestä": by how many minutes. Works without a network: the report is sent when there is one. */
export function DelayDialog({ opened, onClose, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Ilmoita myöhästymisestä" size="md">
      <DelayForm onClose={onClose} {...form} />
    </Modal>
  )
}

function DelayForm({ shipments, of, expected, onClose }: Omit<Props, 'opened'>) {
  const [picked, setPicked] = useState('')
  const [typed, setTyped] = useState<number | string>('')
  const [checked, setChecked] = useState(false)
  const [refusal, setRefusal] = useState<CallFault | null>(null)
  const now = useNow()
  const minutes = picked === other ? typed : picked === '' ? '' : Number(picked)
  const isValid = typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= 1 && minutes <= maxDelayMinutes
  const arrival = isValid ? delayedArrival({ expected, reported: now, minutes }) : 0
  const { run: send, isRunning } = useAction({
    mutationFn: async (delay: ReportedDelay) => {
      const { outcome, isStored } = await sendOrKeep(delayItem(delay, of))
      if (outcome !== 'sent' && outcome !== 'waiting') throw outcome
      const late = `Myöhästymisestä ilmoitettu: ${formatMinutes(delay.minutes)}.`
      if (outcome === 'sent') showDone(late)
      else
        showDone(
          isStored ? 'Ilmoitus on tallessa tällä laitteella ja lähetetään, kun yhteys palaa.' : 'Ilmoitus lähetetään, kun yhteys palaa.',
        )
    },
    onSuccess: onClose,
    onFault: setRefusal,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    // In React, a submit inside a dialog also reaches the form around it.
    event.stopPropagation()
    setChecked(true)
    if (!isValid) return
    setRefusal(null)
    send({ id: newId(), shipments: shipments.map(({ id }) => id), minutes, expected, at: nowSeconds() })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p className={classes.of}>{of}</p>
        <Radio.Group
          label="Kuinka paljon myöhässä?"
          value={picked}
          error={checked && picked === '' ? 'Valitse, kuinka paljon.' : undefined}
          onChange={setPicked}
        >
          <div className={classes.choices}>
            {choices.map((value) => (
              <Radio.Card key={value} value={String(value)} className={classes.choice}>
                {value} min
              </Radio.Card>
            ))}
            <Radio.Card value={other} className={classes.choice}>
              Muu aika
            </Radio.Card>
          </div>
        </Radio.Group>
        {picked === other && (
          <NumberField
            label="Minuutteja"
            size="md"
            data-autofocus
            value={typed}
            onChange={setTyped}
            error={checked && !isValid ? `Anna minuutit kokonaislukuna, enintään ${maxDelayMinutes}.` : undefined}
          />
        )}
        <p className={classes.arrival} role="status">
          {arrival > 0 ? (
            <>
              Uusi arvio <strong>{formatSince(arrival, now)}</strong>. Vastaanottaja näkee sen seurantasivulla ja ajojärjestely heti.
            </>
          ) : (
            'Vastaanottaja näkee uuden arvion seurantasivulla ja ajojärjestely heti.'
          )}
        </p>
        {refusal && (
          <Alert color="red" variant="light" role="alert">
            {refusal.message}
          </Alert>
        )}
        <Group grow preventGrowOverflow={false} className={classes.actions}>
          <Button variant="default" size="lg" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit" size="lg" loading={isRunning}>
            Ilmoita
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
