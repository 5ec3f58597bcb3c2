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

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => { result: T }): Promise<T> {
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

type Write = { value: unknown; begun: boolean; done: Promise<boolean> }
/** The newest of each key that is not on the disk yet. */
const unwritten = new Map<string, Write>()
let last: Promise<unknown> = Promise.resolve()

/** One after another; what has not begun when a newer one of its key comes is never written. Undefined takes the key away. */
function write(key: string, value: unknown): Promise<boolean> {
  const waiting = unwritten.get(key)
  if (waiting && !waiting.begun) {
    waiting.value = value
    return waiting.done
  }
  const own: Write = { value, begun: false, done: Promise.resolve(false) }
  own.done = last
    .then(() => {
      own.begun = true
      return withStore<unknown>('readwrite', (store) => (own.value === undefined ? store.delete(key) : store.put(own.value, key)))
    })
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      if (unwritten.get(key) === own) unwritten.delete(key)
    })
  last = own.done
  unwritten.set(key, own)
  return own.done
}

/** Milliseconds. A store that does not answer (WebKit has had such faults) holds up no page. */
const patience = 3000

/** Null when the store does not answer, or the browser has none (some private windows): what it holds is not known then. */
export function readFromDevice(key: string): Promise<{ value: unknown } | null> {
  const waiting = unwritten.get(key)
  if (waiting) return Promise.resolve({ value: waiting.value })
  return Promise.race([
    withStore<unknown>('readonly', (store) => store.get(key)).then(
      (value) => ({ value }),
      () => null,
    ),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), patience)),
  ])
}

/** Whether it was kept, it or a newer one of its key: a device may have no room. */
export const keepOnDevice = (key: string, value: unknown): Promise<boolean> => write(key, value)

export const dropFromDevice = (key: string): Promise<boolean> => write(key, undefined)

/** Takes away everything that is as `isOver` says. */
export async function dropOldFromDevice(isOver: (value: unknown, key: string) => boolean): Promise<void> {
  const keys = await withStore('readonly', (store) => store.getAllKeys()).catch(() => [])
  for (const key of new Set([...keys, ...unwritten.keys()])) {
    if (typeof key !== 'string') continue
    const read = await readFromDevice(key)
    if (read && isOver(read.value, key)) await dropFromDevice(key)
  }
}
