// The database that the app keeps on a device, opened by hand.
import type { Page } from '@playwright/test'

type Store = 'outbox' | 'reads' | 'drafts'

/** All rows of a store. Pictures come without their bytes. */
export const storedRows = <T>(page: Page, store: Store): Promise<T[]> =>
  page.evaluate(async (name) => {
    const answerOf = <R>(request: IDBRequest<R>) =>
      new Promise<R>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const database = await answerOf(indexedDB.open('kuorma'))
    const rows: T[] = await answerOf(database.transaction(name).objectStore(name).getAll())
    database.close()
    return rows
  }, store)

/** Writes a row as `storedRows` gave it. */
export const storeRow = (page: Page, store: Store, row: unknown): Promise<void> =>
  page.evaluate(
    async ([name, value]) => {
      const opening = indexedDB.open('kuorma')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const writing = opening.result.transaction(name, 'readwrite')
      writing.objectStore(name).put(value)
      await new Promise((resolve, reject) => {
        writing.addEventListener('complete', resolve)
        writing.addEventListener('abort', () => reject(writing.error))
      })
      opening.result.close()
    },
    [store, row] as const,
  )
