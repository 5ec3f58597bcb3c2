import type { DeviceDatabase } from './database.ts'

/** Milliseconds. A database that does not answer (a known WebKit fault) must not block a page forever; a slow phone needs seconds. */
const answerTimeout = 10_000

const databaseName = 'kuorma'

async function inTime<T>(work: Promise<T>, timeout: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The device database does not answer')), timeout)
  })
  return Promise.race([work, silence]).finally(() => clearTimeout(timer))
}

async function load(): Promise<DeviceDatabase> {
  const { openDatabase } = await import('./database.ts')
  const database = openDatabase(databaseName)
  await database.open()
  return database
}

let opened: Promise<DeviceDatabase> | undefined

/** One connection; if opening fails, the next use tries again. Dexie itself reopens what the browser has closed. */
function connect(): Promise<DeviceDatabase> {
  if (opened) return opened
  const connection = inTime(load(), answerTimeout)
  connection.catch(() => {
    opened = undefined
  })
  opened = connection
  return connection
}

type Work<T> = (database: DeviceDatabase) => PromiseLike<T>

/** Rejects when the database does not answer or the browser has none (some private windows): its content is then unknown. */
export const readFromDevice = <T>(work: Work<T>): Promise<T> => inTime(connect().then(work), answerTimeout)

/** Whether it was stored: a device may have no room. Reads and writes are carried out in the order of their calls. */
export const writeToDevice = (work: Work<unknown>): Promise<boolean> =>
  inTime(connect().then(work), answerTimeout).then(
    () => true,
    () => false,
  )

/** Removes expired data. A device that has never stored anything need not load the database for it before sign-in. */
export async function sweepDevice(work: Work<unknown>): Promise<void> {
  // Async, since a browser may have no IndexedDB at all. An old Firefox does not list its databases.
  const hasStored = async () => !('databases' in indexedDB) || (await indexedDB.databases()).some(({ name }) => name === databaseName)
  if (await inTime(hasStored(), answerTimeout).catch(() => false)) await writeToDevice(work)
}
