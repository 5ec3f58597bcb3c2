import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { isDialogOpen } from '#web/kit/page/page-keys.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import type { DayForm } from './use-day-form.ts'

/** Saving by the button and by Ctrl+Enter; the faults take the focus after a save that failed. */
export function useDaySave(form: DayForm, isLocked: boolean) {
  const faults = useRef<HTMLDivElement>(null)
  const { failures } = form
  useEffect(() => {
    if (failures > 0) faults.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [failures])
  /** Whether everything is stored afterwards. */
  const save = async (): Promise<boolean> => {
    if (form.isSaving || isLocked) return false
    const saved = (await form.save()) !== null
    if (saved) showDone('Kirjaus tallennettu')
    return saved
  }
  useHotkeys([['mod+Enter', () => !isDialogOpen() && void save()]], [])
  return { faults, save }
}
