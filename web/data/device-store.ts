/**
 * Pictures and other things that localStorage has no room for, kept on this device over a reload or a crash (IndexedDB).
 * Whoever keeps something tells by its key whose it is; what a key holds, its reader checks.
 */
const [databaseName, storeName] = ['kuorma', 'kept']

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      // Strict: on the disk before it is called kept.
      const transaction = database.transaction(storeName, mode, { durability: 'strict' })
      const request = work(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One after another: what was kept last is what stays. */
function inTurn(work: () => Promise<unknown>): Promise<boolean> {
  const turn = last.then(work).then(
    () => true,
    () => false,
  )
  last = turn
  return turn
}

/** Milliseconds. A store that does not answer (WebKit has had such faults) holds up no page. */
const patience = 3000

/** Undefined when nothing is kept, or the browser has no such store (some private windows). */
export const readFromDevice = (key: string): Promise<unknown> =>
  Promise.race([
    last.then(() => withStore<unknown>('readonly', (store) => store.get(key))).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ])

/** Whether it was kept: a device may have no room. */
export const keepOnDevice = (key: string, value: unknown): Promise<boolean> =>
  inTurn(() => withStore('readwrite', (store) => store.put(value, key)))

export const dropFromDevice = (key: string): Promise<boolean> => inTurn(() => withStore('readwrite', (store) => store.delete(key)))
