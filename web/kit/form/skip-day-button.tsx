import { Button } from '@mantine/core'
import { formatDate } from '../format.ts'

type Props = { day: number; isSkipped: boolean; onSkip: (skip: boolean) => void }

/** Leaves out one day of those for which orders are made ahead, or restores it. */
export function SkipDayButton({ day, isSkipped, onSkip }: Props) {
  const action = isSkipped ? 'Palauta' : 'Ohita'
  return (
    <Button variant="subtle" size="compact-md" mih={44} aria-label={`${action} ${formatDate(day)}`} onClick={() => onSkip(!isSkipped)}>
      {action}
    </Button>
  )
}
