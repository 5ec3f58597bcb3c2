// Import files as people and programs make them, and the orders that are stored from them.
import { strToU8, zipSync } from 'fflate'
import { expect } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { columnNames } from '#domain/features/order-import/order-columns.ts'
import { sheetText } from '#domain/values/sheet-text.ts'
import { type Person, startTestServer, type TestServer } from '../test-server.ts'

/** A test server with an administrator, and a user of the customer `asiakas`. */
export async function startImportServer() {
  const server = await startTestServer()
  const asiakas = await server.customer('Putkiliike Oy')
  return { server, asiakas, admin: await server.person(['yllapito']), customer: await server.person(['asiakas'], asiakas) }
}

/** A valid row by column names; `values` replace some of its values. */
export const goodRow = (values: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  nouto_nimi: 'Pirkan Putki Oy',
  nouto_osoite1: 'Hatanpään valtatie 12',
  nouto_postinro: '33100',
  nouto_postitmp: 'Tampere',
  toimitus_nimi: 'Äänekosken Ässä Oy',
  toimitus_osoite1: 'Teollisuuskatu 4',
  toimitus_postinro: '44100',
  toimitus_postitmp: 'Äänekoski',
  tyyppi: 'muu',
  pituus: '80',
  leveys: '60',
  korkeus: '120',
  paino: '40,5',
  ...values,
})

type Rows = readonly Readonly<Record<string, string>>[]
type Form = { delimiter?: string; newline?: string; headings?: readonly string[] }

/** CSV text of the columns that the rows have, quoted where necessary. */
export function csv(rows: Rows, { delimiter = ';', newline = '\r\n', headings }: Form = {}): string {
  const names = headings ?? columnNames.filter((name) => rows.some((row) => name in row))
  const cell = (text = '') => (/["\r\n\t;,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map((cells) => cells.map(cell).join(delimiter) + newline).join('')
}

type Cell = string | number | Date | null | { value: string | number | Date; type?: 'Formula'; format?: string }

export const xlsx = (rows: readonly (readonly Cell[])[]): Promise<Buffer> =>
  writeExcel(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? sheetText(cell) : cell))),
    { dateFormat: 'd.m.yyyy' },
  ).toBuffer()

/** An .xlsx file whose first sheet is the given XML, for content that no program would write. */
export function rawXlsx(sheet: string, more: Readonly<Record<string, Uint8Array>> = {}): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const relations = (content: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`
  return Buffer.from(
    zipSync({
      '_rels/.rels': strToU8(relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))),
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Taul1" sheetId="1" r:id="rId1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(relations(relation('rId1', 'worksheet', 'worksheets/sheet1.xml'))),
      'xl/worksheets/sheet1.xml': strToU8(sheet),
      ...more,
    }),
  )
}

/** Rows of text cells as a sheet's XML. */
export function sheetXml(rows: readonly (readonly string[])[]): string {
  const letters = (column: number): string =>
    (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
  const cells = (texts: readonly string[], row: number) =>
    texts.map((text, column) => `<c r="${letters(column)}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  return `<worksheet><sheetData>${rows.map((texts, row) => `<row r="${row + 1}">${cells(texts, row)}</row>`).join('')}</sheetData></worksheet>`
}

export const utf16 = (text: string, { big = false, mark = true } = {}): Buffer => {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}

/** Text encoded as Windows-1252; only Latin-1 and the euro sign are supported. */
export const windows1252 = (text: string): Buffer => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')

export type Bytes = Buffer | string
export const sendFile = (who: Person, file: Bytes, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  who.call('POST', '/api/import-tilaus-csv', { base64: Buffer.from(file).toString('base64'), ...more }, headers)
/** Sends the file as a dry run. */
export async function checkFile(who: Person, file: Bytes) {
  const answer = await sendFile(who, file, { tarkista: true })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
/** The customer's orders as they are stored, each with its `lahetykset`. */
export const storedOrders = async ({ pool }: TestServer, customerId: string) =>
  (
    await pool.query(
      `SELECT t.*, (SELECT json_agg(l ORDER BY l.drupal_internal__id) FROM lahetys l WHERE l.tilaus_id = t.id) AS lahetykset
       FROM tilaus t WHERE t.asiakas_id = $1 ORDER BY t.tilausnro`,
      [customerId],
    )
  ).rows
/** Imports the file as an administrator for a new customer; the stored orders. */
export async function imported(server: TestServer, admin: Person, file: Bytes) {
  const customerId = await server.customer()
  const answer = await sendFile(admin, file, { asiakas_id: customerId })
  expect(answer.status, answer.text).toBe(200)
  return storedOrders(server, customerId)
}

/** The cells of a sheet from rows by column names. */
export const sheet = (rows: Rows): string[][] => [[...columnNames], ...rows.map((row) => columnNames.map((name) => row[name] ?? ''))]
