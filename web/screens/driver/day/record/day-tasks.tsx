import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import type { DriverDay } from '#domain/features/worktime/driver-calls.ts'
import { PlaceConsentBox } from '../start/place-consent-box.tsx'
import { TaskList } from './task-list.tsx'

type Props = { day: DriverDay; userId: string }

/** The tasks of the running day with their places, and the consent to them, which may be withdrawn at any time (rules/worktime.md#places). */
export const DayTasks = memo(function DayTasks({ day, userId }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const folded = useId()
  return (
    <section aria-label="Päivän tehtävät">
      <Button
        fullWidth
        variant="subtle"
        color="gray"
        size="md"
        aria-expanded={isOpen}
        aria-controls={folded}
        rightSection={<IconChevronDown size={18} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />}
        onClick={() => setIsOpen(!isOpen)}
      >
        Päivän tehtävät ja paikat
      </Button>
      <div id={folded} hidden={!isOpen}>
        {isOpen && (
          <>
            <TaskList tasks={day.tehtavat} />
            <PlaceConsentBox userId={userId} />
          </>
        )}
      </div>
    </section>
  )
})
