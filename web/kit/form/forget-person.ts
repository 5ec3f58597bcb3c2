import { readFromDevice, writeToDevice } from '#web/data/device/device-store.ts'
import { outboxItems } from '#web/data/device/outbox.ts'
import { senderOf } from '#web/data/device/senders.ts'
import { sentKey } from '#web/data/device/sent-items.ts'
import { currentSession, onAuthState } from '#web/session/session.ts'
import { draftNames, dropAllDrafts } from './drafts.ts'
import { forgetMark } from './forget-mark.ts'

/** Keys of a person's last choices, of the results of the last sending, and of what was sent last. */
const choiceKeys = [sentKey, 'kuorma.terminaali', 'kuorma.laskujen-lahetys', 'kuorma.viimeksi-avatut']

/** How many forms the person has started on this device and neither saved nor sent. */
export async function countDrafts(userId: string): Promise<number> {
  const queued = new Set(outboxItems().map((item) => senderOf(item)?.draft?.(item.payload)))
  const stored = await readFromDevice(({ drafts }) => drafts.where('owner').equals(userId).primaryKeys())
  const names = [...draftNames(userId), ...stored.map(([, name]) => name)]
  return new Set(names.filter((name) => !queued.has(name))).size
}

export const markForgetting = (userId: string): void => localStorage.setItem(forgetMark, userId)

/** Removes everything that this device stores of the person: reads, drafts and unsent items. What fails is retried at the next start. */
export async function forgetPerson(userId: string): Promise<void> {
  dropAllDrafts(userId)
  for (const key of choiceKeys) localStorage.removeItem(key)
  const isForgotten = await writeToDevice(({ drafts, outbox, reads, together }) =>
    together(() => Promise.all([drafts, outbox, reads].map((table) => table.where('owner').equals(userId).delete()))),
  )
  if (isForgotten) localStorage.removeItem(forgetMark)
}

/** Finishes a sign-out that was interrupted. */
export async function finishForgetting(): Promise<void> {
  const userId = localStorage.getItem(forgetMark)
  if (userId) await forgetPerson(userId)
}

/** When somebody signs in again, their unfinished sign-out is cancelled, so that it does not remove what they do from then on. */
export function followReturns(): void {
  onAuthState(() => {
    const userId = currentSession()?.user.id
    if (userId !== undefined && userId === localStorage.getItem(forgetMark)) localStorage.removeItem(forgetMark)
  })
}
