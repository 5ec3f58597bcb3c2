import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { useOutbox } from '#web/data/device/outbox.ts'
import { DelayDialog } from '#web/features/deliveries/delay-dialog.tsx'
import { unsentDelayOf } from '#web/features/deliveries/delay-send.ts'
import { Lasting, useSendingText } from '#web/features/outbox/lasting.tsx'
import { formatMinutes } from '../../kit/format.ts'
import classes from './driver.module.css'

type Props = {
  shipments: readonly { id: string }[]
  of: string
  /** When the goods were expected (unix seconds), 0 when it is not known. */
  expected: number
}

/** Tells the receiver and the dispatcher by how much the goods will be late. */
export function ReportDelay(delay: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        fullWidth
        variant="default"
        size="md"
        leftSection={<IconClockExclamation size={20} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Ilmoita myöhästymisestä
      </Button>
      <DelayDialog {...delay} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

/** The reported delay that has not been sent, if there is one. */
export function UnsentDelay({ shipments }: Pick<Props, 'shipments'>) {
  const delay = unsentDelayOf(useOutbox().items, shipments)
  const sending = useSendingText()
  return delay ? (
    <Lasting>
      <p className={classes.note}>
        Ilmoitus myöhästymisestä ({formatMinutes(delay.minutes)}) {sending}.
      </p>
    </Lasting>
  ) : null
}
