import { type ReactNode, useEffect, useState } from 'react'
import { useAction } from '#web/data/use-action.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import type { OrderRead } from '../../order-data.ts'
import type { OrderValues } from '../../order-values.ts'
import { useDayCheck } from '../../timing/day-check.tsx'
import type { OrderFormApi } from '../../use-order-form.ts'
import { draftOf, useOrderForm } from '../../use-order-form.ts'
import { openSections, type SectionName } from './open-sections.ts'

export type Editing = {
  api: OrderFormApi
  open: ReadonlySet<SectionName>
  /** Opened by the person on this visit: its first field takes the focus. */
  opened: readonly SectionName[]
  saving: boolean
  edit: (section: SectionName) => void
  cancel: () => void
  save: () => void
  /** The question about doubtful days. */
  dialog: ReactNode
}

const anchors: Readonly<Record<string, SectionName>> = { '#laskutus': 'laskutus', '#hinta': 'hinta' }
/** The part that the page's address names. */
const namedByAddress = (): SectionName[] => {
  const section = anchors[window.location.hash]
  return section ? [section] : []
}

type Options = {
  read: OrderRead
  stored: OrderValues
  staff: boolean
  /** The part that the save before this round has closed; null on the first round. */
  savedLast: SectionName | null
  isFirst: boolean
  onSaved: (closed: SectionName | null) => void
}

/** The order's form, of which the parts that are being edited are shown: one draft and one save for all of them. */
export function useEditing({ read, stored, staff, savedLast, isFirst, onSaved }: Options): Editing {
  const { order, customer } = read
  const [opened, setOpened] = useState<readonly SectionName[]>(() => (isFirst ? namedByAddress() : []))
  const [closed, setClosed] = useState(savedLast)
  const { confirmDays, dialog } = useDayCheck({ staff })
  const api = useOrderForm({ name: draftOf(order.id), initial: stored, stored, asiakas: customer.id, mayPrice: staff, confirmDays })
  const { form } = api
  const open = openSections({ opened, values: form.values, stored, errors: form.errors })
  // A saved part stays open until what was saved has been read again.
  const left = closed !== null && !open.has(closed) ? closed : null
  useEffect(() => {
    // What had the focus, a field or a button of the edited part, is gone.
    if (left && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-edits=${left}]`)?.focus({ preventScroll: true })
  }, [left])
  const { run: save, isRunning: saving } = useAction({
    mutationFn: () => api.save(),
    onSuccess: ({ done }) => {
      if (!done) return
      showDone('Tilaus tallennettu')
      onSaved(opened.at(-1) ?? null)
    },
  })
  const cancel = () => {
    const typed = form.getValues()
    const wasDirty = form.isDirty()
    setOpened([])
    setClosed(opened.at(-1) ?? null)
    api.discard()
    if (wasDirty) showUndo('Muokkaus peruttu', () => form.setValues(typed))
  }
  const edit = (section: SectionName) => {
    setOpened([...opened, section])
    setClosed(null)
  }
  return { api, open, opened, saving, edit, cancel, save: () => save(), dialog }
}
