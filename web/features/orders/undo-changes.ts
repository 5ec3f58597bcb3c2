import { showFault } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import type { OrderChange } from './line-changes.ts'
import { refusalsOf, saveChanges } from './save-changes.ts'

/** The undo of a toast: undoes the changes of orders that nobody has changed since, and reports the others. */
export async function undoChanges(undos: readonly OrderChange[]): Promise<void> {
  const results = await saveChanges(undos, { conflict: 'Tilausta on muutettu sen jälkeen, joten muutosta ei kumottu.' })
  await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
  const refusals = refusalsOf(undos, results)
  if (refusals) showFault(refusals.text, refusals)
  else showDone('Kumottu.')
}
