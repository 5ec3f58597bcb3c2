import { Button, Kbd } from '@mantine/core'
import { IconCheck, IconChevronLeft, IconChevronRight, IconHistory, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { type WorktimeOperationInput, worktimeOperationsCall } from '#domain/features/worktime/administration-operations.ts'
import { callApi } from '#web/data/api-call.ts'
import { explainedRefusals, showFault, showRefusal } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useAction } from '#web/data/use-action.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { formatDay } from '#web/kit/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { type DayRead, originalOf } from './day-data.ts'
import type { DayRow } from './model/day-values.ts'
import { isAsRecorded } from './model/differences.ts'
import type { DayForm } from './use-day-form.ts'
import classes from './worktime-day.module.css'

type Props = { read: DayRead; form: DayForm; before: DayRow | null; after: DayRow | null; isOpen: boolean }

/** The driver's previous and next day, "Palauta alkuperäinen" and "Merkitse tarkistetuksi". */
export function DayActions({ read, form, before, after, isOpen }: Props) {
  const { row } = read
  const [isRestoring, setIsRestoring] = useState(false)
  const { run, isRunning } = useAction({
    mutationFn: async ({ operation }: { operation: WorktimeOperationInput; done: string }) => {
      // What is checked is what is seen: edits are saved first, and nothing is marked when they cannot be.
      if (operation.operation === 'MARK_AS_TARKISTETTU' && form.isChanged && (await form.save()) === null) return null
      return callApi(worktimeOperationsCall, operation, { quiet: explainedRefusals })
    },
    onSuccess: async (answer, { operation, done }) => {
      const result = answer?.results[0]
      if (!result) return
      if (!result.success) return showFault(result.message ?? 'Toiminto ei onnistunut.')
      if (operation.operation === 'RESTORE_ORIGINAL') form.discard()
      await rereadAfterChange('tyovuoro_kirjaus', 'tyovuoro_kirjaus_tehtava')
      showDone(done)
    },
    onFault: showRefusal,
  })
  const mark = (tarkistettu: boolean) =>
    run({
      operation: { operation: 'MARK_AS_TARKISTETTU', ids: [row.id], tarkistettu },
      done: tarkistettu ? 'Kirjaus merkitty tarkistetuksi' : 'Tarkistusmerkintä poistettu',
    })
  const original = originalOf(row)
  const mayRestore = !row.tarkistettu && original !== null && !isAsRecorded(original, form.day)
  return (
    <>
      <Button.Group className={classes.days ?? ''}>
        <DayLink day={before} label="Edellinen päivä" shortcut="K" />
        <DayLink day={after} label="Seuraava päivä" shortcut="J" isNext />
      </Button.Group>
      {mayRestore && (
        <Button
          variant="default"
          leftSection={<IconHistory size={18} aria-hidden />}
          disabled={isRunning}
          onClick={() => setIsRestoring(true)}
        >
          Palauta alkuperäinen
        </Button>
      )}
      {row.tarkistettu ? (
        <Button variant="default" leftSection={<IconLockOpen size={18} aria-hidden />} loading={isRunning} onClick={() => mark(false)}>
          Poista tarkistusmerkintä
        </Button>
      ) : (
        <Button
          leftSection={<IconCheck size={18} aria-hidden />}
          variant="default"
          loading={isRunning}
          disabled={isOpen}
          title={isOpen ? 'Päivä on vielä auki.' : undefined}
          onClick={() => mark(true)}
        >
          {form.isChanged ? 'Tallenna ja merkitse tarkistetuksi' : 'Merkitse tarkistetuksi'}
        </Button>
      )}
      <ConfirmDialog
        opened={isRestoring}
        title="Palauta alkuperäinen"
        action="Palauta"
        onClose={() => setIsRestoring(false)}
        onConfirm={() => {
          setIsRestoring(false)
          run({ operation: { operation: 'RESTORE_ORIGINAL', id: row.id }, done: 'Kuljettajan merkinnät palautettu' })
        }}
      >
        Kirjaukseen palautetaan kuljettajan omat merkinnät. Tehdyt korjaukset jäävät muutoshistoriaan, ja tallentamattomat muutokset
        hylätään.
      </ConfirmDialog>
    </>
  )
}

function DayLink({ day, label, shortcut, isNext = false }: { day: DayRow | null; label: string; shortcut: string; isNext?: boolean }) {
  const Icon = isNext ? IconChevronRight : IconChevronLeft
  const icon = <Icon size={18} aria-hidden />
  const key = (
    <Kbd size="xs" aria-hidden>
      {shortcut}
    </Kbd>
  )
  if (!day)
    return (
      <Button variant="default" disabled aria-label={`${label}: ei ole`} {...(isNext ? { rightSection: icon } : { leftSection: icon })}>
        –
      </Button>
    )
  return (
    <LinkButton
      to="/kirjaus/$tyovuoroKirjausId"
      params={{ tyovuoroKirjausId: day.id }}
      variant="default"
      aria-label={`${label}, ${formatDay(day.paiva)}`}
      aria-keyshortcuts={shortcut}
      leftSection={isNext ? key : icon}
      rightSection={isNext ? icon : key}
    >
      {formatDay(day.paiva)}
    </LinkButton>
  )
}
