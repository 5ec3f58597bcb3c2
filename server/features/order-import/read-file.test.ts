import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { columnNames } from '#domain/features/order-import/order-columns.ts'
import { maxImportRows } from '#domain/model/import/import-table.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { measureSheet } from '#server/platform/documents/tables/measure-sheet.ts'
import { readXlsx } from '#server/platform/documents/tables/read-xlsx.ts'
import {
  type Bytes,
  checkFile,
  csv,
  goodRow,
  imported,
  rawXlsx,
  sendFile,
  sheet,
  sheetXml,
  startImportServer,
  storedOrders,
  utf16,
  windows1252,
  xlsx,
} from '#server/testing/imports/import-files.ts'
import type { Person, TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let asiakas: string

beforeAll(async () => {
  ;({ server, admin, customer, asiakas } = await startImportServer())
})
afterAll(() => server.close())

const check = (file: Bytes) => checkFile(customer, file)
const heading = columnNames.filter((name) => name in goodRow())
const two = [goodRow({ viite: 'A' }), goodRow({ viite: 'Äyräs €', toimitus_postitmp: 'Ähtäri' })]

describe('is read from any program', () => {
  const files: Record<string, () => Bytes | Promise<Bytes>> = {
    'UTF-8': () => csv(two),
    'UTF-8 with a byte order mark': () => `\uFEFF${csv(two)}`,
    'UTF-16, little end first': () => utf16(csv(two)),
    'UTF-16, big end first': () => utf16(csv(two), { big: true }),
    'UTF-16 without a mark': () => utf16(csv(two), { mark: false }),
    'Windows-1252': () => windows1252(csv(two)),
    commas: () => csv(two, { delimiter: ',' }),
    tabs: () => csv(two, { delimiter: '\t' }),
    'the line that tells Excel the delimiter': () => `sep=,\r\n${csv(two, { delimiter: ',' })}`,
    'lines of old Macs': () => csv(two, { newline: '\r' }),
    'no newline at the end': () => csv(two).trimEnd(),
    'empty lines between, before and after': () => `\r\n;;;\r\n${csv(two).replaceAll('\r\n', '\r\n\r\n;;\r\n')}\r\n\r\n`,
    'headings in another order and case': () =>
      csv(two, { headings: [...heading, 'viite'].reverse() }).replace(/^[^\r]+/, (line) => line.toUpperCase().replaceAll('_', ' ')),
    '.xlsx': () => xlsx(sheet(two)),
    '.xlsx with numbers where people type numbers': () =>
      xlsx([columnNames, ...two.map((row) => columnNames.map((name) => numeric(name, row[name] ?? '')))].map((cells) => [...cells])),
    '.xlsx with formulas and their results': () => rawXlsx(withFormulas(sheetXml(sheet(two)))),
  }
  const numeric = (name: string, text: string) =>
    /postinro|pituus|leveys|korkeus|paino/.test(name) && text !== '' ? Number(text.replace(',', '.')) : text
  const withFormulas = (xml: string) =>
    xml.replaceAll(/t="inlineStr"><is><t>(Tampere|80)<\/t><\/is>/g, (_, text) => `t="str"><f>CONCATENATE("${text}")</f><v>${text}</v>`)

  test.each(Object.entries(files))('%s', async (_name, make) => {
    const orders = await imported(server, admin, await make())
    expect(orders).toHaveLength(2)
    expect(orders.map(({ lahetykset: [line] }) => [line.viite, line.toimitus_postitmp, line.pituus, line.yksikkopaino])).toEqual([
      ['A', 'Äänekoski', 800, 40.5],
      ['Äyräs €', 'Ähtäri', 800, 40.5],
    ])
  })

  test('with delimiters, quotes and line breaks inside quotes', async () => {
    const row = goodRow({ viesti: 'Ovi 3; soita, "kiitos"\nja odota', kuvaus: 'Putki 3"' })
    const text = csv([row]).replace('"Putki 3"""', 'Putki 3"')
    const [order] = await imported(server, admin, text)
    expect(order.lahetykset[0]).toMatchObject({ viesti: 'Ovi 3; soita, "kiitos"\nja odota', kuvaus: 'Putki 3"' })
  })

  test('with days and numbers as people and spreadsheets write them', async () => {
    const day = midnightOf('2026-12-01')
    const rows = ['1.12.2026', '01.12.2026', '2026-12-01'].map((text) =>
      goodRow({ toivottu_toimitus: text, pituus: '1 200,00', leveys: '80.5 cm', nouto_postinro: '100', nouto_puhelin: '040 123 4567' }),
    )
    const expected = { toivottu_toimitus: day, pituus: 12_000, leveys: 805, nouto_postinro: '00100' }
    const lines = (await check(csv(rows))).virheet
    // The length exceeds the limit of all goods; the fault proves that it was read.
    expect(new Set(lines.map(({ sarake, viesti }: { sarake: string; viesti: string }) => `${sarake}: ${viesti}`))).toEqual(
      new Set(['pituus: Tavaran enimmäispituus on 750 cm.']),
    )
    const fine = rows.map((row) => ({ ...row, pituus: '120,00' }))
    for (const order of await imported(server, admin, csv(fine)))
      expect(order.lahetykset[0]).toMatchObject({ ...expected, pituus: 1200, nouto_yhteyshenkilo_puhelin: '+358401234567' })
    // As Excel stores days: as serial numbers.
    const typed: Record<string, string | undefined> = { ...fine[0] }
    const cells = columnNames.map((name) => (name === 'toivottu_toimitus' ? new Date('2026-12-01T00:00:00Z') : (typed[name] ?? '')))
    const [ofExcel] = await imported(server, admin, await xlsx([columnNames, cells]))
    expect(ofExcel?.lahetykset[0]).toMatchObject({ ...expected, pituus: 1200 })
  })
})

test('5 000 full rows of a spreadsheet', async () => {
  const texts = columnNames.map((name) => `${name} on soluissa näin pitkä`)
  const rows = Array.from({ length: maxImportRows }, (_, row) => texts.map((text) => `${text} ${row}`))
  expect(await readXlsx(await xlsx([columnNames, ...rows]))).toEqual([columnNames, ...rows])
})

describe('is refused with a sentence', () => {
  const bomb = (size = 60_000_000) => rawXlsx(`<worksheet><sheetData>${' '.repeat(size)}</sheetData></worksheet>`)
  const files: Record<string, [() => Bytes | Promise<Bytes>, RegExp]> = {
    'nothing in it': [() => '\r\n \r\n', /Tiedosto on tyhjä/],
    'headings alone': [() => csv([]).replace('\r\n', `${heading.join(';')}\r\n`), /vain otsikot/],
    'other headings': [() => 'nimi;osoite\r\nPutki;Katu 1\r\n', /ei ole yhtään tuonnin otsikkoa/],
    'a heading twice': [() => `viite;${heading.join(';')};VIITE\r\nx\r\n`, /Sarake viite on tiedostossa kahdesti/],
    '5 001 rows': [() => csv(Array.from({ length: 5001 }, () => goodRow())), /5\u00a0001 riviä\..*enintään 5\u00a0000 riviä/],
    'millions of empty lines': [() => '\n'.repeat(5_000_000), /liikaa rivejä/],
    'a quote that stays open': [() => `${csv(two)}"auki`, /lainausmerkki/],
    'more than 5 MB': [() => csv([goodRow({ viesti: 'x'.repeat(5 * 1024 * 1024) })]), /enintään 5 Mt/],
    'a decompression bomb': [() => bomb(20_000_000), /purettuna liian suuri/],
    'too many columns': [() => rawXlsx(sheetXml([Array(61).fill('x')])), /liikaa sarakkeita: enintään 60/],
    'a lone cell at the far corner': [
      () =>
        rawXlsx(
          '<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row><row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData></worksheet>',
        ),
      /liikaa sarakkeita|rivillä 1048576/,
    ],
    'an address that is hidden from counting': [
      () => rawXlsx('<worksheet><sheetData><row r="1"><c r="&#88;FD9999"><v>1</v></c></row></sheetData></worksheet>'),
      /ei ole kelvollinen/,
    ],
    'an .xlsx file cut in the middle': [async () => (await xlsx(sheet(two))).subarray(0, 2000), /xlsx/],
    'a zip of something else': [() => Buffer.from(zipSync({ 'kuva.txt': new Uint8Array(9) })), /ei ole .xlsx-taulukko/],
    'an old .xls file': [() => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]), /Vanhaa Excel-muotoa/],
    'a picture': [
      () => Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
      /ei ole CSV- eikä/,
    ],
    'bytes of no kind': [() => Buffer.from([1, 0, 0, 7, 0, 0, 0, 200, 9, 0]), /ei ole CSV- eikä/],
    'a cell without an address': [
      () => rawXlsx('<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>'),
      /solua ei voi lukea/,
    ],
  }
  test.each(Object.entries(files))('%s', async (_name, [make, sentence]) => {
    const before = await storedOrders(server, asiakas)
    const file = await make()
    for (const more of [{ tarkista: true }, {}]) {
      const answer = await sendFile(customer, file, more)
      expect([413, 422]).toContain(answer.status)
      expect(answer.body.message).toMatch(sentence)
      expect(answer.body.errors[0].field).toBe('base64')
    }
    expect(await storedOrders(server, asiakas)).toEqual(before)
  })

  test('a decompression bomb takes no memory', async () => {
    const file = bomb()
    expect(file.length).toBeLessThan(100_000)
    const before = process.memoryUsage()
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendFile(customer, file)))
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    const { arrayBuffers, external } = process.memoryUsage()
    expect(arrayBuffers + external - before.arrayBuffers - before.external).toBeLessThan(300 * 1024 * 1024)
  })

  test.each(['<c ', '<c "', '<c ">" ', '<c ><f ', '<!-- > ', 'a'])(
    'a million of unclosed %j are read no further than to where they exceed a cell',
    (tag) => {
      const xml = `<worksheet><sheetData>${tag.repeat(1_500_000 / tag.length)}</sheetData></worksheet>`
      const piece = 256 * 1024
      const slice = vi.spyOn(String.prototype, 'slice')
      try {
        expect(() => measureSheet(xml)).toThrow('ei ole kelvollinen .xlsx-tiedosto')
        // Of six pieces: the first one has tags.
        expect(slice.mock.calls.filter(([from = 0, to = 0]) => to - from === piece).length).toBeLessThanOrEqual(2)
      } finally {
        slice.mockRestore()
      }
    },
  )

  test('entities of a document type are not resolved', async () => {
    const type = '<!DOCTYPE x [<!ENTITY own "own"><!ENTITY file SYSTEM "file:///etc/hostname">]>'
    await expect(readXlsx(rawXlsx(type + sheetXml([['&own;&file;']])))).rejects.toThrow('ei ole kelvollinen')
    const relation = (id: string, kind: string, target: string) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
    const relations = relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'sharedStrings', 'sharedStrings.xml')
    const shared = rawXlsx('<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>', {
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`,
      ),
      'xl/sharedStrings.xml': strToU8(`${type}<sst><si><t>[&own;&file;]</t></si></sst>`),
    })
    expect(await readXlsx(shared)).toEqual([['[&own;&file;]']])
  })

  test('invalid base64', async () => {
    const answer = await customer.call('POST', '/api/import-tilaus-csv', { base64: 'ei tämä' })
    expect([answer.status, answer.body.message]).toEqual([422, 'Tiedosto ei ole kelvollista base64:ää.'])
  })
})
