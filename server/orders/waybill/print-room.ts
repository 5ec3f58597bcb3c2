import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PrintFacts, PrintPart } from './pdf.ts'
import type { PrintAnswer, PrintQuestion } from './print-messages.ts'

/** A finished PDF on this machine's disk. `tarkiste` is its SHA-256. */
export type Printed = { path: string; size: number; tarkiste: string; pages: number }
export type Print = {
  /** Draws more; gives the pages so far. The next part is handed over only after that, so that memory stays flat. */
  add: (part: PrintPart) => Promise<number>
  end: () => Promise<Printed>
}
export type PrintRoom = {
  /** Lets the work draw a PDF; nothing of it is left behind after the work. */
  print: <T>(facts: PrintFacts, work: (print: Print) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** Megabytes: an order of hundreds of shipments takes a tenth. A print that wants more ends with its thread, not with the server. */
const mostMemory = 128
/** Starting the thread takes about as long as drawing thirty pages: the next print often comes soon. */
const restMs = 30_000

type Asked = { answer: (answer: PrintAnswer) => void; refuse: (reason: Error) => void }
type Thread = { worker: Worker; asked: Map<number, Asked> }
type Question = PrintQuestion extends infer Q ? (Q extends PrintQuestion ? Omit<Q, 'number'> : never) : never

/** Where PDFs are drawn: a thread that is there while there is something to draw. `folder` is for what is being drawn. */
export function openPrintRoom(folder: string): PrintRoom {
  let thread: Thread | undefined
  let prints = 0
  let open = 0
  let questions = 0
  let rest: NodeJS.Timeout | undefined

  function startThread(): Thread {
    const worker = new Worker(new URL('./print-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostMemory, maxYoungGenerationSizeMb: 16 },
    })
    const made: Thread = { worker, asked: new Map() }
    const ended = (reason: Error): void => {
      if (thread === made) thread = undefined
      for (const { refuse } of made.asked.values()) refuse(reason)
      made.asked.clear()
    }
    worker.on('message', (answer: PrintAnswer) => {
      made.asked.get(answer.number)?.answer(answer)
      made.asked.delete(answer.number)
    })
    worker.on('error', (error) => ended(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => ended(new Error('The drawing thread ended')))
    worker.unref()
    return made
  }

  async function ask({ worker, asked }: Thread, question: Question): Promise<Exclude<PrintAnswer, { fault: string }>> {
    const number = ++questions
    const answer = await new Promise<PrintAnswer>((resolve, reject) => {
      asked.set(number, { answer: resolve, refuse: reject })
      worker.postMessage({ ...question, number })
    })
    if ('fault' in answer) throw new Error(answer.fault)
    return answer
  }

  async function print<T>(facts: PrintFacts, work: (print: Print) => Promise<T>): Promise<T> {
    clearTimeout(rest)
    thread ??= startThread()
    open++
    const mine = thread
    const number = ++prints
    const path = join(folder, `${randomUUID()}.pdf`)
    try {
      await ask(mine, { kind: 'begin', print: number, path, facts })
      return await work({
        add: async (part) => (await ask(mine, { kind: 'add', print: number, part })).pages,
        end: async () => ({ path, ...(await ask(mine, { kind: 'end', print: number })) }),
      })
    } finally {
      if (thread === mine) await ask(mine, { kind: 'drop', print: number }).catch(() => undefined)
      await rm(path, { force: true })
      if (--open === 0) rest = setTimeout(close, restMs).unref()
    }
  }

  async function close(): Promise<void> {
    clearTimeout(rest)
    const resting = thread
    thread = undefined
    await resting?.worker.terminate()
  }
  return { print, close }
}
