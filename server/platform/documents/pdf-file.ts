import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

export type PdfFacts = {
  readonly title: string
  readonly author: string
  /** The file's creation time, unix seconds: the same input gives the same bytes. */
  readonly created: number
}
/** A PDF on this machine's disk. `tarkiste` is its SHA-256. */
export type PdfFile = { path: string; size: number; tarkiste: string; pages: number }

/** The argument of a drawing program's default export. It writes a PDF of the documents to `path`. */
export type Drawing<D extends object> = { documents: readonly D[]; form: string; facts: PdfFacts; path: string }

/** Writes the bytes of a PDF to its file. */
export async function savePdf(path: string, bytes: Uint8Array, pages: number): Promise<Omit<PdfFile, 'path'>> {
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
  return { size: bytes.length, tarkiste: createHash('sha256').update(bytes).digest('hex'), pages }
}
