import 'fake-indexeddb/auto'
import { readFromDevice, writeToDevice } from '#web/data/device/device-store.ts'

type TableName = 'drafts' | 'outbox' | 'reads'
const tableNames: readonly TableName[] = ['drafts', 'outbox', 'reads']

/** Empties the device's database and gives the test its own access to it, independent of the tabs that the test opens. */
export async function emptyDevice() {
  await writeToDevice((database) => Promise.all(tableNames.map((name) => database[name].clear())))
  const rows = (name: TableName) => readFromDevice(async (database): Promise<unknown[]> => database[name].toArray())
  /** `drafts kalle,kuittaa.1` */
  const keys = async (): Promise<string[]> => {
    const byTable = await Promise.all(
      tableNames.map(async (name) => {
        const found = await readFromDevice(async (database): Promise<unknown[]> => database[name].toCollection().primaryKeys())
        return found.map((key) => `${name} ${key}`)
      }),
    )
    return byTable.flat()
  }
  return { rows, keys }
}
