import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { delayedArrival, maxDelayMinutes } from '#domain/entities/shipment/shipment.delay.ts'
import { queueItem } from '#web/data/device/outbox.ts'
import { showFault } from '#web/data/fault-toast.tsx'
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

/** "Ilmoita myöhästymisestä": by how many minutes. It is stored on the device and sent in its turn. */
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
  const now = useNow()
  const minutes = picked === other ? typed : picked === '' ? '' : Number(picked)
  const isValid = typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= 1 && minutes <= maxDelayMinutes
  const arrival = isValid ? delayedArrival({ expected, reported: now, minutes }) : 0
  const { run: queue, isRunning } = useAction({
    mutationFn: async (delay: ReportedDelay) => {
      if (await queueItem(delayItem(delay, of))) showDone(`Myöhästymisestä ilmoitettu: ${formatMinutes(delay.minutes)}.`)
      else showFault('Laite ei voi tallentaa ilmoitusta. Pidä sovellus auki, kunnes se on lähetetty.')
    },
    onSuccess: onClose,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    // In React, a submit inside a dialog also reaches the form around it.
    event.stopPropagation()
    setChecked(true)
    if (!isValid) return
    queue({ id: newId(), shipments: shipments.map(({ id }) => id), minutes, expected, at: nowSeconds() })
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
