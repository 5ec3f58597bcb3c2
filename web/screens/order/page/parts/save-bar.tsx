import { Button, Kbd } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRootMark } from '#web/kit/page/root-mark.ts'
import classes from './save-bar.module.css'

type Props = {
  saving: boolean
  /** Says that a draft is stored. */
  note: ReactNode
  onSave: () => void
  onCancel: () => void
}

/** At the bottom of the window while a part of the order is being edited. */
export function SaveBar({ saving, note, onSave, onCancel }: Props) {
  useRootMark('data-save-bar')
  return (
    <section className={classes.bar} aria-label="Muokkaus">
      <div className={classes.note}>{note}</div>
      <Button variant="default" disabled={saving} onClick={onCancel}>
        Peruuta muokkaus
      </Button>
      <Button
        loading={saving}
        aria-keyshortcuts="Control+Enter"
        rightSection={
          <Kbd size="xs" visibleFrom="sm" aria-hidden bg="transparent" c="inherit" bd="1px solid currentColor">
            Ctrl ↵
          </Kbd>
        }
        onClick={onSave}
      >
        Tallenna
      </Button>
    </section>
  )
}
