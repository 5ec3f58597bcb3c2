// The drawing process: PDFs are laid out and packed here, so that the server answers meanwhile, and the PDF writer's memory
// goes with the process.
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { waybillFonts } from './fonts.ts'
import { type Pdf, startPdf } from './pdf.ts'
import type { PrintAnswer, PrintQuestion } from './print-messages.ts'

type Print = { path: string; file: FileHandle; pdf: Pdf; hash: Hash; size: number }

const prints = new Map<number, Print>()

async function begin({ print, path, facts }: Extract<PrintQuestion, { kind: 'begin' }>): Promise<Print> {
  const fonts = await waybillFonts()
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  const made: Print = {
    path,
    file,
    hash,
    size: 0,
    pdf: startPdf(facts, fonts, async (bytes) => {
      hash.update(bytes)
      made.size += bytes.length
      await file.writeFile(bytes)
    }),
  }
  prints.set(print, made)
  return made
}

async function drop(number: number): Promise<void> {
  const print = prints.get(number)
  prints.delete(number)
  if (!print) return
  await print.file.close()
  await rm(print.path, { force: true })
}

async function answerTo(question: PrintQuestion): Promise<PrintAnswer> {
  const { print } = question
  const nothing = { pages: 0, size: 0, tarkiste: '' }
  if (question.kind === 'drop') {
    await drop(print)
    return nothing
  }
  const made = question.kind === 'begin' ? await begin(question) : prints.get(print)
  if (!made) throw new Error('There is no such print')
  if (question.kind === 'add') {
    made.pdf.add(question.part)
    await made.pdf.flush()
  }
  if (question.kind !== 'end') return { ...nothing, pages: made.pdf.pages(), size: made.size }
  await made.pdf.end()
  await made.file.close()
  prints.delete(print)
  return { pages: made.pdf.pages(), size: made.size, tarkiste: made.hash.digest('hex') }
}

process.on('message', (question: PrintQuestion) => {
  answerTo(question)
    .catch((error: unknown): PrintAnswer => ({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }))
    .then((answer) => process.send?.(answer))
})
// The server is gone: nobody waits for a page.
process.on('disconnect', () => process.exit())
