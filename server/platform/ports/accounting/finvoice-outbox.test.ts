import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleInvoice } from '#domain/testing/sample-invoice.ts'
import { finvoiceOutbox } from './finvoice-outbox.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'kuorma-finvoice-')), 'lahtevat')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const { signal } = new AbortController()
const manifest = async () => (await readFile(join(folder, 'luettelo-2026-11-23.csv'), 'utf8')).split('\n')

test('an invoice is one file and one line of the manifest, however often it is sent', async () => {
  const invoice = sampleInvoice()
  for (const outbox of [finvoiceOutbox(folder), finvoiceOutbox(folder)])
    expect(await outbox.send(invoice, signal)).toEqual({ kind: 'sent', providerId: 'lasku-10001.xml' })
  expect((await readdir(folder)).toSorted()).toEqual(['lasku-10001.xml', 'luettelo-2026-11-23.csv'])
  expect(await manifest()).toEqual([
    'tiedosto;laskun_numero;laji;saaja;y_tunnus;summa;erapaiva;sha256',
    expect.stringMatching(/^lasku-10001.xml;10001;lasku;Åbo Bröd & Öljy Oy;0116297-6;154,93;2026-12-07;[0-9a-f]{64}$/),
    '',
  ])
  const bytes = await readFile(join(folder, 'lasku-10001.xml'))
  expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toContain('<?xml version="1.0" encoding="UTF-8"?>')
})

test('a file that was fetched is not written again, and another content of the same number is refused', async () => {
  const outbox = finvoiceOutbox(folder)
  await outbox.send(sampleInvoice(), signal)
  await rm(join(folder, 'lasku-10001.xml'))
  expect(await outbox.send(sampleInvoice(), signal)).toEqual({ kind: 'sent', providerId: 'lasku-10001.xml' })
  expect(await readdir(folder)).toEqual(['luettelo-2026-11-23.csv'])
  expect(await outbox.send(sampleInvoice({ message: 'Muutettu' }), signal)).toEqual({
    kind: 'refused',
    message: 'Lasku 10001 on jo kirjoitettu tiedostoon lasku-10001.xml eri sisältöisenä.',
  })
})

test('an attempt that ended between the file and its line is completed', async () => {
  const outbox = finvoiceOutbox(folder)
  await outbox.send(sampleInvoice(), signal)
  const [head] = await manifest()
  await writeFile(join(folder, 'luettelo-2026-11-23.csv'), `${head}\nlasku-9;9;las`)
  await outbox.send(sampleInvoice(), signal)
  expect(await manifest()).toEqual([head, 'lasku-9;9;las', expect.stringMatching(/^lasku-10001.xml;/), ''])
})

test('a line that a full disk cut short is written again', async () => {
  const outbox = finvoiceOutbox(folder)
  await outbox.send(sampleInvoice(), signal)
  const [head, line] = await manifest()
  for (const rest of ['', '\n']) {
    await writeFile(join(folder, 'luettelo-2026-11-23.csv'), `${head}\n${line?.slice(0, -5)}${rest}`)
    expect(await outbox.send(sampleInvoice(), signal)).toEqual({ kind: 'sent', providerId: 'lasku-10001.xml' })
    expect(await manifest()).toEqual([head, line?.slice(0, -5), line, ''])
  }
})

test('forty invoices at once from two servers are forty files and lines', async () => {
  const invoices = Array.from({ length: 40 }, (_, index) => sampleInvoice({ number: String(20_001 + index) }))
  await Promise.all(invoices.map((invoice, index) => finvoiceOutbox(index % 2 ? folder : `${folder}/`).send(invoice, signal)))
  expect((await readdir(folder)).filter((name) => name.endsWith('.xml'))).toHaveLength(40)
  const lines = (await manifest()).slice(1, -1)
  expect(new Set(lines.map((line) => line.split(';')[0])).size).toBe(40)
  expect(lines).toHaveLength(40)
})

test('what an invoice lacks is refused, and a number cannot name another folder', async () => {
  const outbox = finvoiceOutbox(folder)
  const { seller, buyer } = sampleInvoice()
  expect(await outbox.send(sampleInvoice({ seller: { ...seller, iban: '' } }), signal)).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('IBAN'),
  })
  expect(await outbox.send(sampleInvoice({ number: '../../x' }), signal)).toEqual({ kind: 'sent', providerId: 'lasku-______x.xml' })
  await outbox.send(sampleInvoice({ buyer: { ...buyer, name: '=1+1;"x"\nrivi' } }), signal)
  // A spreadsheet must not calculate it.
  expect(await readFile(join(folder, 'luettelo-2026-11-23.csv'), 'utf8')).toContain(`"'=1+1;""x"" rivi"`)
})

test('a folder that cannot be written is named, and the invoice can be retried', async () => {
  await writeFile(folder, 'a file')
  const outbox = finvoiceOutbox(join(folder, 'inside'))
  expect(await outbox.send(sampleInvoice(), signal)).toMatchObject({ kind: 'unknown' })
  expect(await outbox.test(signal)).toMatchObject({ works: false })
  expect(await finvoiceOutbox(`${folder}-toinen`).test(signal)).toMatchObject({ works: true })
  await rm(`${folder}-toinen`, { recursive: true })
})
