import { Button, Group, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { DraftNote, FaultSummary, LeaveDialog } from '../form/form-parts.tsx'
import { UnsentProvider } from '../form/unsent.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import classes from './entity.module.css'
import { fieldAt, type RowFormApi } from './use-row-form.ts'

type Props<C extends object, S> = {
  /** The accessible name of the form: `Auton tiedot`. */
  label: string
  api: RowFormApi<C, S>
  labelOf: (field: string) => string
  /** A value as text, for choosing between two versions. */
  show: (field: keyof C & string, value: unknown) => ReactNode
  onSaved: (id: string) => void
  /** Whether anything can be changed here; if not, there are no buttons. */
  editable?: boolean
  action?: string
  /** One of several forms on the page: its keyboard shortcuts work only while the focus is inside it. */
  inline?: boolean
  onCancel?: () => void
  children: ReactNode
}

/** The form of a row: its fields, the faults with links to their fields, the draft note, and the dialogs for conflicts and for leaving. */
export function RowForm<C extends object, S>(props: Props<C, S>) {
  const { label, api, labelOf, show, onSaved, editable = true, action = 'Tallenna', inline = false, onCancel, children } = props
  const { form, general, draftAt, discard, leaving, failures, conflict, resolve, closeConflict, isSaving, unsent } = api
  const [isClosing, setIsClosing] = useState(false)
  const frame = useRef<HTMLFormElement>(null)
  const faults = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After a failed save the faults take the focus.
    if (failures > 0) faults.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [failures])

  async function save() {
    if (isSaving || !editable) return
    // Leaves the field before the save: leaving it later would validate it again and drop the server's fault.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const id = await api.save()
    if (id !== null) onSaved(id)
  }
  useHotkeys(
    [
      [
        'mod+Enter',
        ({ target }) => {
          const around = target instanceof Element ? target.closest('form') : null
          if (around ? around === frame.current : !inline) void save()
        },
      ],
    ],
    [],
  )
  return (
    <form
      ref={frame}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      noValidate
      aria-label={label}
    >
      <Stack gap={14}>
        <div ref={faults} className={classes.faults}>
          {failures > 0 && <FaultSummary faults={form.errors} general={general} labelOf={(path) => labelOf(fieldAt(path))} />}
        </div>
        <UnsentProvider value={{ register: unsent.register, isSaving }}>{children}</UnsentProvider>
        {editable && (
          <Group justify="space-between" gap="sm">
            <DraftNote draftAt={draftAt} discard={discard} disabled={isSaving} />
            <Group gap="sm" ml="auto">
              {onCancel && (
                <Button variant="default" size={inline ? 'sm' : 'md'} onClick={() => (unsent.hasUnsent ? setIsClosing(true) : onCancel())}>
                  Takaisin
                </Button>
              )}
              {/* The field keeps the focus: a fault shown on blur would move the button from under the pointer. */}
              <Button
                type="submit"
                size={inline ? 'sm' : 'md'}
                loading={isSaving}
                aria-keyshortcuts="Control+Enter"
                onMouseDown={(event) => event.preventDefault()}
              >
                {action}
              </Button>
            </Group>
          </Group>
        )}
      </Stack>
      <LeaveDialog {...leaving} hasUnsent={unsent.hasUnsent} />
      {onCancel && <LeaveDialog open={isClosing} stay={() => setIsClosing(false)} leave={onCancel} isLost={leaving.isLost} hasUnsent />}
      <ConflictDialog conflict={conflict} labelOf={labelOf} show={show} onResolve={resolve} onClose={closeConflict} />
    </form>
  )
}
