import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finvoiceFault, writeFinvoice } from '#domain/features/invoicing/finvoice/write-finvoice.ts'
import type { OutgoingInvoice, SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'
import { dayOf } from '#domain/values/time/time.ts'
import { fileOf, manifestHead, manifestOf, manifestRow } from './finvoice-manifest.ts'
import { type InvoiceProvider, noLimits } from './invoice-provider.ts'

/** Writes bytes to the disk before the file is seen under its name, so that nobody reads half of it. */
async function writeWhole(folder: string, content: string, publish: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await publish(temporary)
  } finally {
    await rm(temporary, { force: true })
  }
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code

/** The manifest of the invoices of a day, made with its headings when there is none. */
async function readManifest(folder: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  await writeWhole(folder, manifestHead, async (temporary) => {
    await link(temporary, path).catch((error: unknown) => {
      // Another server has made it meanwhile.
      if (!hasCode(error, 'EEXIST')) throw error
    })
  })
  return readFile(path, 'utf8')
}

async function appendLine(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The line of a file in a manifest, with its digest: a line that a full disk cut short is written again. */
const lineOf = (file: string): RegExp => new RegExp(`^${RegExp.escape(file)};.*;[0-9a-f]{64}$`, 'm')

async function write(folder: string, invoice: OutgoingInvoice): Promise<SendOutcome> {
  const fault = finvoiceFault(invoice)
  if (fault !== null) return { kind: 'refused', message: fault }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = fileOf(invoice.number)
  const content = writeFinvoice(invoice)
  const digest = createHash('sha256').update(content).digest('hex')
  // The invoice's own day: a retry on a later day finds the line of the first attempt, also when the file has been fetched and removed.
  const manifest = join(folder, manifestOf(dayOf(invoice.invoiceDay)))
  const listed = await readManifest(folder, manifest)
  const known = lineOf(file).exec(listed)?.[0]
  if (known !== undefined) {
    if (known.endsWith(digest)) return { kind: 'sent', providerId: file }
    return { kind: 'refused', message: `Lasku ${invoice.number} on jo kirjoitettu tiedostoon ${file} eri sisältöisenä.` }
  }
  await writeWhole(folder, content, (temporary) => rename(temporary, join(folder, file)))
  // A line that a full disk cut short must not join this one.
  await appendLine(manifest, `${listed.endsWith('\n') ? '' : '\n'}${manifestRow(invoice, digest)}`)
  return { kind: 'sent', providerId: file }
}

/**
 * Invoices as Finvoice 3.0 files in a folder, with a manifest of each invoicing day (rules/integrations.md#talenom): used without an
 * accounting service. An invoice has one file, however often it is sent. Several servers may share the folder.
 */
export const finvoiceOutbox = (folder: string): InvoiceProvider => ({
  name: 'finvoice',
  repeatAfter: 0,
  limits: noLimits,
  async send(invoice, signal) {
    signal.throwIfAborted()
    try {
      return await write(folder, invoice)
    } catch (error) {
      return {
        // The file may be in the folder.
        kind: 'unknown',
        message: `Finvoice-tiedostoa ei voitu kirjoittaa (${error instanceof Error ? error.message : String(error)}).`,
      }
    }
  },
  async test() {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
      return { works: true, message: 'Laskut kirjoitetaan Finvoice-tiedostoiksi palvelimen kansioon.' }
    } catch {
      return { works: false, message: 'Palvelin ei voi kirjoittaa Finvoice-tiedostojen kansioon.' }
    }
  },
})
