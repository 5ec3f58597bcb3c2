import { useState } from 'react'
import { showFault } from '#web/data/fault-toast.tsx'
import { useAction } from '#web/data/use-action.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { plural } from '#web/kit/format.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { operate } from './records-query.ts'

type Marking = { ids: readonly string[]; tarkistettu: boolean }

/** Marks records as checked or takes the mark away, and offers to undo it. */
export function useMarkChecked(onDone: () => void = () => undefined) {
  const mark = ({ ids, tarkistettu }: Marking) => operate({ operation: 'MARK_AS_TARKISTETTU', ids: [...ids], tarkistettu })
  return useAction({
    mutationFn: mark,
    onSuccess: ({ results }, { tarkistettu }) => {
      const done = results.filter(({ success }) => success).map(({ id }) => id)
      const failed = results.find(({ success }) => !success)
      if (failed) showFault(`${plural(results.length - done.length, 'kirjaus', 'kirjausta')} jäi ennalleen. ${failed.message ?? ''}`.trim())
      onDone()
      if (done.length === 0) return
      const what = plural(done.length, 'kirjaus', 'kirjausta')
      showUndo(tarkistettu ? `${what} merkitty tarkistetuksi.` : `Tarkistusmerkintä poistettu: ${what}.`, async () => {
        await mark({ ids: done, tarkistettu: !tarkistettu })
        showDone('Kumottu')
      })
    },
    onFault: ({ message }) => showFault(message),
  })
}

type Props = { ids: readonly string[]; remarked: number; onClose: () => void; onConfirm: () => void }

/** Asked before records with warnings are marked. */
export function RemarkedDialog({ ids, remarked, onClose, onConfirm }: Props) {
  return (
    <ConfirmDialog
      opened={ids.length > 0}
      title="Merkitse tarkistetuiksi"
      action={`Merkitse ${plural(ids.length, 'kirjaus', 'kirjausta')}`}
      color="brand"
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {plural(remarked, 'kirjauksessa', 'kirjauksessa')} on huomautuksia. Tarkistettua kirjausta ei voi muuttaa ennen kuin merkintä
      poistetaan.
    </ConfirmDialog>
  )
}

/** Marks records at once, or asks first when some have warnings. */
export function useCarefulMark(onDone?: () => void) {
  const { run, isRunning } = useMarkChecked(onDone)
  const [asked, setAsked] = useState<{ ids: readonly string[]; remarked: number }>({ ids: [], remarked: 0 })
  const start = (ids: readonly string[], remarked: number): void => {
    if (remarked > 0) setAsked({ ids, remarked })
    else run({ ids, tarkistettu: true })
  }
  const close = () => setAsked({ ids: [], remarked: 0 })
  const dialog = (
    <RemarkedDialog
      {...asked}
      onClose={close}
      onConfirm={() => {
        run({ ids: asked.ids, tarkistettu: true })
        close()
      }}
    />
  )
  return { start, unmark: (ids: readonly string[]) => run({ ids, tarkistettu: false }), isRunning, dialog }
}
