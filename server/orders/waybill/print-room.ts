import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RequestFault } from '#domain/errors.ts'
import { fairTurns } from '../../fair-turns.ts'
import { forkProgram } from '../../fork-program.ts'
import { turns } from '../../jsonapi/turns.ts'
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

/** Asked one question at a time, so that it is known what it hangs at. */
type Drawer = {
  child: ChildProcess
  oneByOne: ReturnType<typeof turns>
  refuse: (reason: Error) => void
  answer: (answer: PrintAnswer) => void
}
type Options = { program?: URL; patienceMs?: number }

const usualProgram = new URL('./print-process.ts', import.meta.url)

/** Where PDFs are drawn: a process that is there while there is something to draw (decision 21). `folder` is for what is being drawn. */
export function openPrintRoom(folder: string, { program = usualProgram, patienceMs = patience }: Options = {}): PrintRoom {
  const inTurn = fairTurns({ atOnce: mostOpen, each: mostOfOne, refusal: refusals.enough })
  let drawer: Drawer | undefined
  let prints = 0
  let open = 0
  let rest: NodeJS.Timeout | undefined

  function startDrawer(): Drawer {
    const child = forkProgram(program, flags)
    const made: Drawer = { child, oneByOne: turns({ atOnce: 1 }), refuse: nobodyAsks, answer: nobodyAsks }
    const ended = (): void => {
      if (drawer === made) drawer = undefined
      made.refuse(gone())
    }
    child.on('message', (answer: PrintAnswer) => made.answer(answer))
    child.on('error', ended)
    child.on('exit', ended)
    return made
  }

  const ask = (mine: Drawer, question: PrintQuestion): Promise<Exclude<PrintAnswer, { fault: string }>> =>
    mine.oneByOne(async () => {
      let silence: NodeJS.Timeout | undefined
      try {
        const answer = await new Promise<PrintAnswer>((resolve, reject) => {
          Object.assign(mine, { answer: resolve, refuse: reject })
          silence = setTimeout(() => giveUp(mine), patienceMs)
          mine.child.send(question, (error) => error && reject(gone()))
        })
        if ('fault' in answer) throw new Error(answer.fault)
        return answer
      } finally {
        clearTimeout(silence)
      }
    })

  /** What else it was drawing may begin again; the next ones get another process. */
  function giveUp(mine: Drawer): void {
    if (drawer === mine) drawer = undefined
    mine.refuse(new RequestFault({ kind: 'invalid', detail: refusals.hanging }))
    mine.child.kill('SIGKILL')
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

const nobodyAsks = (): void => undefined

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
