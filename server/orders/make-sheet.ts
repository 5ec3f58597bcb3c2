import { once } from 'node:events'
import { RequestFault } from '#domain/errors.ts'
import { forkProgram } from '../fork-program.ts'
import type { SheetCell, SheetColumn, SheetMessage } from './sheet-process.ts'

/** Milliseconds of silence; a full sheet takes a tenth of it. */
const patience = 60_000

/**
 * The bytes of an .xlsx file, made in a process of its own. How long its rows take to come is nobody's fault: the process has a
 * minute to take each page and another to answer the end (decision 23).
 */
export async function* makeSheet(
  columns: readonly SheetColumn[],
  pages: AsyncIterable<SheetCell[][]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const child = forkProgram(new URL('./sheet-process.ts', import.meta.url), ['--max-old-space-size=256'])
  const gone = new AbortController()
  const end = (): void => gone.abort()
  child.once('exit', end).once('error', end)
  const { signal } = gone
  const patiently = async <T>(awaited: Promise<T>): Promise<T> => {
    const timer = setTimeout(end, patience)
    try {
      return await awaited
    } finally {
      clearTimeout(timer)
    }
  }
  try {
    // Listened to from the start: it may fail while the rows are read.
    const made = once(child, 'message', { signal })
    made.catch(() => undefined)
    const send = async (message: SheetMessage) => {
      const taken = new Promise<void>((resolve) => {
        child.send(message, (failure) => {
          if (failure) end()
          resolve()
        })
      })
      await patiently(Promise.race([taken, made]))
      signal.throwIfAborted()
    }
    await send({ columns: columns.map(({ header, width, kind }) => ({ header, width, kind })) })
    for await (const rows of pages) await send({ rows })
    await send('end')
    const [file]: Uint8Array[] = await patiently(made)
    if (file) yield file
  } catch (error) {
    if (!signal.aborted) throw error
    throw new RequestFault({ kind: 'unavailable', detail: 'Tiedoston tekeminen keskeytyi. Yritä uudelleen tai lataa CSV-tiedosto.' })
  } finally {
    child.kill('SIGKILL')
  }
}
