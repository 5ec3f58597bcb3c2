import { Button } from '@mantine/core'
import { useState } from 'react'
import { isAsRecorded } from '#web/features/worktime/differences.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { formatMoment } from '#web/kit/format.ts'
import type { DayRead } from './day-data.ts'
import type { DayValues } from './model/day-values.ts'
import classes from './task-table.module.css'
import type { DayForm } from './use-day-form.ts'
import { useOperation } from './use-operation.ts'

/** Who changed the record last, and "Palauta alkuperäinen" when it is not what the driver recorded. */
export function RestoreOriginal({ read, form, original }: { read: DayRead; form: DayForm; original: DayValues | null }) {
  const { row, changedBy } = read
  const [isAsked, setIsAsked] = useState(false)
  const { run, isRunning } = useOperation(form)
  const differs = original !== null && !isAsRecorded(original, form.day)
  return (
    <span className={classes.changed}>
      {differs && changedBy && `Muuttanut ${changedBy} ${formatMoment(row.timestamp_latest_change)}`}
      {differs && !row.tarkistettu && (
        <Button variant="subtle" size="compact-sm" loading={isRunning} onClick={() => setIsAsked(true)}>
          Palauta alkuperäinen
        </Button>
      )}
      <ConfirmDialog
        opened={isAsked}
        title="Palauta alkuperäinen"
        action="Palauta"
        onClose={() => setIsAsked(false)}
        onConfirm={() => {
          setIsAsked(false)
          run({ operation: { operation: 'RESTORE_ORIGINAL', id: row.id }, done: 'Kuljettajan merkinnät palautettu' })
        }}
      >
        Kirjaukseen palautetaan kuljettajan omat merkinnät. Tehdyt korjaukset jäävät muutoshistoriaan, ja tallentamattomat muutokset
        hylätään.
      </ConfirmDialog>
    </span>
  )
}
