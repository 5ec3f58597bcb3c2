import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RequestFault } from '#domain/errors.ts'
import { fairTurns } from '../../fair-turns.ts'
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
  /**
   * Lets the work draw a PDF once its turn has come; nothing of it is left behind after the work. `whose` is a person's id, or
   * another's who asks for few. Refused in words: one who has enough under way (429), what could not be drawn in time (422).
   */
  print: <T>(whose: string, facts: PrintFacts, work: (print: Print) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** A page is drawn of little, and many pages of no more. A print that wants more than this ends with its process, not with the server. */
const flags = ['--max-old-space-size=64', '--max-semi-space-size=2']
/** Of the server's environment the process gets no more than how to start: no secrets. */
const passedOn = ['PATH', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX'] as const
/** Starting takes as long as drawing twenty pages, and the next print often comes soon. */
const restMs = 30_000

/** Each open print is in the process's memory. */
const mostOpen = 4
const mostOfOne = 10
/** The densest summary that is drawn at all (domain/waybill/print-size.ts) takes a minute; a process that has said nothing for longer hangs. */
const patience = 120_000

const refusals = {
  enough: `Sinulla on jo ${mostOfOne} tulostetta tekeillä. Odota, että jokin niistä valmistuu.`,
  hanging: 'Tulosteen piirtäminen kesti liian kauan, ja se keskeytettiin. Tulosta pienempi osa kerralla.',
  ended: 'Tulosteen piirtäminen keskeytyi. Yritä uudelleen.',
} as const

type Asked = { answer: (answer: PrintAnswer) => void; refuse: (reason: Error) => void }
type Drawer = { child: ChildProcess; asked: Map<number, Asked>; silence?: NodeJS.Timeout }
type Options = { program?: URL; patienceMs?: number }
type Question = PrintQuestion extends infer Q ? (Q extends PrintQuestion ? Omit<Q, 'number'> : never) : never

const usualProgram = new URL('./print-process.ts', import.meta.url)

/** Where PDFs are drawn: a process that is there while there is something to draw (decision 21). `folder` is for what is being drawn. */
export function openPrintRoom(folder: string, { program = usualProgram, patienceMs = patience }: Options = {}): PrintRoom {
  const inTurn = fairTurns({ atOnce: mostOpen, each: mostOfOne, refusal: refusals.enough })
  let drawer: Drawer | undefined
  let prints = 0
  let open = 0
  let questions = 0
  let rest: NodeJS.Timeout | undefined

  function startDrawer(): Drawer {
    const child = fork(program, {
      execArgv: flags,
      env: Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
      // Pictures go as bytes.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const made: Drawer = { child, asked: new Map() }
    const ended = (): void => {
      if (drawer === made) drawer = undefined
      clearTimeout(made.silence)
      for (const { refuse } of made.asked.values()) refuse(gone())
      made.asked.clear()
    }
    child.on('message', (answer: PrintAnswer) => {
      made.asked.get(answer.number)?.answer(answer)
      made.asked.delete(answer.number)
      listen(made)
    })
    child.on('error', ended)
    child.on('exit', ended)
    return made
  }

  /** Waits anew for the process to say something, while it has been asked something. */
  function listen(mine: Drawer): void {
    clearTimeout(mine.silence)
    if (mine.asked.size > 0) mine.silence = setTimeout(() => giveUp(mine), patienceMs)
  }

  /** What was asked first is what it hangs at. The others that it was drawing may begin again; the next ones get another process. */
  function giveUp({ child, asked }: Drawer): void {
    if (drawer?.child === child) drawer = undefined
    const [first] = asked.values()
    first?.refuse(new RequestFault({ kind: 'invalid', detail: refusals.hanging }))
    child.kill('SIGKILL')
  }

  async function ask(mine: Drawer, question: Question): Promise<Exclude<PrintAnswer, { fault: string }>> {
    const { child, asked } = mine
    const number = ++questions
    const answer = await new Promise<PrintAnswer>((resolve, reject) => {
      asked.set(number, { answer: resolve, refuse: reject })
      if (asked.size === 1) listen(mine)
      child.send({ ...question, number }, (error) => error && reject(gone()))
    })
    if ('fault' in answer) throw new Error(answer.fault)
    return answer
  }

  async function draw<T>(facts: PrintFacts, work: (print: Print) => Promise<T>): Promise<T> {
    clearTimeout(rest)
    drawer ??= startDrawer()
    const mine = drawer
    open++
    holdOn(mine)
    const number = ++prints
    const path = join(folder, `${randomUUID()}.pdf`)
    try {
      await ask(mine, { kind: 'begin', print: number, path, facts })
      return await work({
        add: async (part) => (await ask(mine, { kind: 'add', print: number, part })).pages,
        end: async () => ({ path, ...(await ask(mine, { kind: 'end', print: number })) }),
      })
    } finally {
      if (drawer === mine) await ask(mine, { kind: 'drop', print: number }).catch(() => undefined)
      await rm(path, { force: true })
      if (--open === 0) {
        if (drawer) letGo(drawer)
        rest = setTimeout(close, restMs).unref()
      }
    }
  }

  async function close(): Promise<void> {
    clearTimeout(rest)
    const resting = drawer
    drawer = undefined
    if (!resting || resting.child.exitCode !== null) return
    const ended = new Promise((resolve) => resting.child.once('exit', resolve))
    holdOn(resting)
    resting.child.kill()
    await ended
  }
  return { print: (whose, facts, work) => inTurn(whose, () => draw(facts, work)), close }
}

/** Not its fault: it may be drawn again. */
const gone = (): RequestFault => new RequestFault({ kind: 'unavailable', detail: refusals.ended })

/** While it rests, it keeps no server from ending. */
function letGo({ child }: Drawer): void {
  child.unref()
  child.channel?.unref()
}

function holdOn({ child }: Drawer): void {
  child.ref()
  child.channel?.ref()
}
