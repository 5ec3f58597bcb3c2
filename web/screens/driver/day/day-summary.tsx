import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { DriverDay } from '#domain/features/worktime/driver-calls.ts'
import type { OwnFigures } from '#domain/features/worktime/own-day/own-figures.ts'
import { CorrectionDialog } from './correction-dialog.tsx'
import classes from './end.module.css'
import { DaySums, UnsentActions } from './end-of-day.tsx'
import { RequestNote, useOwnRequests } from './own-requests.tsx'

type Props = { userId: string; day: DriverDay; figures: OwnFigures; now: number; unsent: number; onClose: () => void }

/** What an ended day came to. */
export function DaySummary({ userId, day, figures, now, unsent, onClose }: Props) {
  const [asks, setAsks] = useState(false)
  const request = useOwnRequests(userId, now)(day)
  return (
    <section className={classes.summary} aria-label="Päivän yhteenveto">
      <h2 className={classes.title}>
        <IconCircleCheck size={24} aria-hidden /> Päivä päätetty
      </h2>
      <DaySums day={day} figures={figures} now={now} />
      <UnsentActions count={unsent} />
      {request && <RequestNote {...request} />}
      {!request?.isOpen && (
        <Button variant="default" size="md" fullWidth className={classes.go} onClick={() => setAsks(true)}>
          Pyydä korjausta
        </Button>
      )}
      <CorrectionDialog day={day} tasks={day.tehtavat} opened={asks} onClose={() => setAsks(false)} />
      <Button variant="default" size="md" fullWidth className={classes.go} onClick={onClose}>
        Aloita uusi päivä
      </Button>
    </section>
  )
}
