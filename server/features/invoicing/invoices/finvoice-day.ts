// https://github.com/101arrowz/fflate
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTick } from 'node:timers/promises'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Pool } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import { writeFinvoice } from '#domain/features/invoicing/finvoice/write-finvoice.ts'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { fileOf, manifestHead, manifestOf, manifestRow } from '#server/platform/ports/accounting/finvoice-manifest.ts'
import { finvoicesAfter } from './queries.ts'

/** Invoices that are read at a time. */
const page = 50
/** Above this the zip would take too much of the server's memory. */
const maxFiles = 10_000

type ZipFile = { bytes: Readable; size: number; filename: string; type: string }

/**
 * The Finvoice files that were sent on a day, with their manifest, as one zip (decision 82). They are written anew from what was sent, so the answer is
 * the same on every server, and each invoice is in it once.
 */
export async function finvoiceDay(pool: Pool, day: string, signal: AbortSignal): Promise<ZipFile> {
  const from = midnightOf(day)
  const to = addDays(from, 1)
  const parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  const add = (name: string, content: string) => {
    const file = new ZipDeflate(name)
    zip.add(file)
    file.push(strToU8(content), true)
  }
  const lines = [manifestHead]
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const found = await finvoicesAfter(pool, { from, to, after, limit: page })
    for (const { sisalto } of found) {
      const content = writeFinvoice(sisalto)
      add(fileOf(sisalto.number), content)
      lines.push(manifestRow(sisalto, createHash('sha256').update(content).digest('hex')))
    }
    if (lines.length > maxFiles) throw new RequestFault({ kind: 'invalid', detail: `Päivällä on yli ${maxFiles} laskua.` })
    const last = found.at(-1)
    if (!last) break
    after = last.numero
    await nextTick()
  }
  if (lines.length === 1) throw new RequestFault({ kind: 'not_found', detail: 'Päivältä ei ole Finvoice-tiedostoja.' })
  add(manifestOf(day), lines.join(''))
  zip.end()
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  return { bytes: Readable.from(parts), size, filename: `finvoice-${day}.zip`, type: 'application/zip' }
}
