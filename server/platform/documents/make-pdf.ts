import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RequestFault } from '#domain/errors.ts'
import { fairQueue } from '../workers/fair-queue.ts'
import { WorkerFailure, type WorkerPool } from '../workers/worker-pool.ts'
import type joinPdfs from './join-pdfs.worker.ts'
import type { Drawing, PdfFacts, PdfFile } from './pdf-file.ts'

type DrawingProgram = (drawing: Drawing<object>) => Promise<Omit<PdfFile, 'path'>>

type PdfInParts = {
  /** Adds documents, which are drawn in parts. */
  add: (documents: readonly object[]) => Promise<void>
  /** Null when no documents were added. */
  end: () => Promise<PdfFile | null>
}
type PdfOptions = {
  /** The module that draws documents, in a worker, and how it lays them out. */
  program: URL
  form: string
  facts: PdfFacts
  /** The user the PDF is for, or the job. */
  fairKey: string
}
export type PdfMaker = {
  /**
   * Calls `work`, which adds documents to a PDF and ends it; its files are removed afterwards. Throws a RequestFault: 429 for users with
   * too many PDFs under way, 422 when drawing takes too long, 503 when a worker ended.
   */
  makePdf: <T>(options: PdfOptions, work: (pdf: PdfInParts) => Promise<T>) => Promise<T>
}

/** PDFs made at a time; each has files on the disk. */
const maxRunning = 4
const maxPendingPerUser = 10
/** Documents in one part, as pdfmake keeps all pages of a part in memory. Divisible by four, the number of labels on a sheet. */
const partSize = 40
/** In seconds, for drawing one part or for joining all parts. */
const defaultTimeout = 120
const joinProgram = new URL('./join-pdfs.worker.ts', import.meta.url)

const refusals = {
  pending: `Sinulla on jo ${maxPendingPerUser} tulostetta tekeillä. Odota, että jokin niistä valmistuu.`,
  timeout: 'Tulosteen piirtäminen kesti liian kauan, ja se keskeytettiin. Tulosta pienempi osa kerralla.',
  crash: 'Tulosteen piirtäminen keskeytyi. Yritä uudelleen.',
} as const

/** Draws PDFs in worker processes, in parts that are joined (decision 55). `folder` holds the temporary files. */
export function openPdfMaker(workers: WorkerPool, folder: string, timeoutSeconds = defaultTimeout): PdfMaker {
  const inQueue = fairQueue({
    maxRunning,
    maxRunningPerSource: 1,
    maxPendingPerSource: maxPendingPerUser,
    refusal: refusals.pending,
  })

  async function draw<T>({ program, form, facts, fairKey }: PdfOptions, work: (pdf: PdfInParts) => Promise<T>): Promise<T> {
    const parts: PdfFile[] = []
    const paths: string[] = []
    let waiting: object[] = []
    const newPath = (): string => {
      const path = join(folder, `${randomUUID()}.pdf`)
      paths.push(path)
      return path
    }
    const drawPart = async (documents: readonly object[]): Promise<void> => {
      const path = newPath()
      const drawing = { documents, form, facts, path }
      parts.push({ path, ...(await workers.run<DrawingProgram>(program, drawing, { timeoutSeconds, fairKey }).catch(refuse)) })
    }
    try {
      return await work({
        async add(documents) {
          waiting = [...waiting, ...documents]
          while (waiting.length >= partSize) await drawPart(waiting.splice(0, partSize))
        },
        async end() {
          if (waiting.length > 0) await drawPart(waiting.splice(0))
          const [first, ...others] = parts
          if (!first || others.length === 0) return first ?? null
          const path = newPath()
          const input = { paths: parts.map((part) => part.path), facts, to: path }
          return { path, ...(await workers.run<typeof joinPdfs>(joinProgram, input, { timeoutSeconds, fairKey }).catch(refuse)) }
        },
      })
    } finally {
      await Promise.all(paths.map((path) => rm(path, { force: true })))
    }
  }
  return { makePdf: (options, work) => inQueue({ id: options.fairKey }, () => draw(options, work)) }
}

function refuse(error: unknown): never {
  if (!(error instanceof WorkerFailure)) throw error
  throw new RequestFault({ kind: error.reason === 'timeout' ? 'invalid' : 'unavailable', detail: refusals[error.reason] })
}
