import { randomUUID } from 'node:crypto'
import { zipSync } from 'fflate'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnNames } from '#domain/csv/order-columns.ts'
import { exampleTemplate, fieldTemplate } from '#domain/csv/order-templates.ts'
import { formatDate, midnightOf } from '#domain/values/time.ts'
import { type House, insert, type Person, startHouse } from '../testing/house.ts'
import { csv, goodRow, rawXlsx, sheetXml, utf16, windows1252, xlsx } from '../testing/import-files.ts'

let house: House
let admin: Person
let customer: Person
let asiakas: string

beforeAll(async () => {
  house = await startHouse()
  admin = await house.person(['yllapito'])
  asiakas = await house.company('Putkiliike Oy')
  customer = await house.person(['asiakas'], asiakas)
})
afterAll(() => house.close())

type Bytes = Buffer | string
const send = (who: Person, file: Bytes, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  who.call('POST', '/api/import-tilaus-csv', { base64: Buffer.from(file).toString('base64'), ...more }, headers)
const check = async (file: Bytes, who = customer, more: Record<string, unknown> = {}) => {
  const answer = await send(who, file, { tarkista: true, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const ordersOf = async (company: string) =>
  (
    await house.pool.query(
      `SELECT t.*, (SELECT json_agg(l ORDER BY l.drupal_internal__id) FROM lahetys l WHERE l.tilaus_id = t.id) AS lahetykset
       FROM tilaus t WHERE t.asiakas_id = $1 ORDER BY t.tilausnro`,
      [company],
    )
  ).rows
/** Imports for a customer of its own, and gives the stored orders. */
async function imported(file: Bytes) {
  const company = await house.company()
  const answer = await send(admin, file, { asiakas_id: company })
  expect(answer.status, answer.text).toBe(200)
  return ordersOf(company)
}

const heading = columnNames.filter((name) => name in goodRow())
const texts = (rows: readonly Record<string, string>[]) => [
  [...columnNames],
  ...rows.map((row) => columnNames.map((name) => row[name] ?? '')),
]
const two = [goodRow({ viite: 'A' }), goodRow({ viite: 'Äyräs €', toimitus_postitmp: 'Ähtäri' })]

describe('is read whatever wrote it', () => {
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
    '.xlsx': () => xlsx(texts(two)),
    '.xlsx with numbers where people type numbers': () =>
      xlsx([columnNames, ...two.map((row) => columnNames.map((name) => numeric(name, row[name] ?? '')))].map((cells) => [...cells])),
    '.xlsx with formulas and their results': () => rawXlsx(withFormulas(sheetXml(texts(two)))),
  }
  const numeric = (name: string, text: string) =>
    /postinro|pituus|leveys|korkeus|paino/.test(name) && text !== '' ? Number(text.replace(',', '.')) : text
  const withFormulas = (xml: string) =>
    xml.replaceAll(/t="inlineStr"><is><t>(Tampere|80)<\/t><\/is>/g, (_, text) => `t="str"><f>CONCATENATE("${text}")</f><v>${text}</v>`)

  test.each(Object.entries(files))('%s', async (_name, make) => {
    const orders = await imported(await make())
    expect(orders).toHaveLength(2)
    expect(orders.map(({ lahetykset: [line] }) => [line.viite, line.toimitus_postitmp, line.pituus, line.yksikkopaino])).toEqual([
      ['A', 'Äänekoski', 800, 40.5],
      ['Äyräs €', 'Ähtäri', 800, 40.5],
    ])
  })

  test('with delimiters, quotes and line breaks inside quotes', async () => {
    const row = goodRow({ viesti: 'Ovi 3; soita, "kiitos"\nja odota', kuvaus: 'Putki 3"' })
    const text = csv([row]).replace('"Putki 3"""', 'Putki 3"')
    const [order] = await imported(text)
    expect(order.lahetykset[0]).toMatchObject({ viesti: 'Ovi 3; soita, "kiitos"\nja odota', kuvaus: 'Putki 3"' })
  })

  test('with days and numbers as people and spreadsheets write them', async () => {
    const day = midnightOf('2026-12-01')
    const rows = ['1.12.2026', '01.12.2026', '2026-12-01'].map((text) =>
      goodRow({ toivottu_toimitus: text, pituus: '1 200,00', leveys: '80.5 cm', nouto_postinro: '100', nouto_puhelin: '040 123 4567' }),
    )
    const excel = xlsx([
      columnNames,
      columnNames.map((name) => (name === 'toivottu_toimitus' ? new Date('2026-12-01T00:00:00Z') : (rows[0]?.[name] ?? ''))),
    ])
    const expected = { toivottu_toimitus: day, pituus: 12_000, leveys: 805, nouto_postinro: '00100' }
    const lines = (await check(csv(rows))).virheet
    // The length is too much for any goods, which tells that it was read.
    expect(new Set(lines.map(({ sarake, viesti }: { sarake: string; viesti: string }) => `${sarake}: ${viesti}`))).toEqual(
      new Set(['pituus: Tavaran enimmäispituus on 750 cm.']),
    )
    const fine = rows.map((row) => ({ ...row, pituus: '120,00' }))
    for (const order of await imported(csv(fine)))
      expect(order.lahetykset[0]).toMatchObject({ ...expected, pituus: 1200, nouto_yhteyshenkilo_puhelin: '+358401234567' })
    expect((await check(await excel)).virheet).toEqual([expect.objectContaining({ sarake: 'pituus' })])
  })
})

describe('is refused in words', () => {
  const bomb = () => rawXlsx(`<worksheet><sheetData>${' '.repeat(60_000_000)}</sheetData></worksheet>`)
  const files: Record<string, [() => Bytes | Promise<Bytes>, RegExp]> = {
    'nothing in it': [() => '\r\n \r\n', /Tiedosto on tyhjä/],
    'headings alone': [() => csv([]).replace('\r\n', `${heading.join(';')}\r\n`), /vain otsikot/],
    'other headings': [() => 'nimi;osoite\r\nPutki;Katu 1\r\n', /ei ole yhtään tuonnin otsikkoa/],
    'a heading twice': [() => `viite;${heading.join(';')};VIITE\r\nx\r\n`, /Sarake viite on tiedostossa kahdesti/],
    '5 001 rows': [() => csv(Array.from({ length: 5001 }, () => goodRow())), /5001 riviä\..*enintään 5000 riviä/],
    'millions of empty lines': [() => '\n'.repeat(5_000_000), /liikaa rivejä/],
    'a quote that stays open': [() => `${csv(two)}"auki`, /lainausmerkki/],
    'more than 5 MB': [() => csv([goodRow({ viesti: 'x'.repeat(5 * 1024 * 1024) })]), /enintään 5 Mt/],
    'a decompression bomb': [bomb, /purettuna liian suuri/],
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
    'an .xlsx file cut in the middle': [async () => (await xlsx(texts(two))).subarray(0, 2000), /xlsx/],
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
    const before = await ordersOf(asiakas)
    const file = await make()
    for (const more of [{ tarkista: true }, {}]) {
      const answer = await send(customer, file, more)
      expect([413, 422]).toContain(answer.status)
      expect(answer.body.message).toMatch(sentence)
      expect(answer.body.errors[0].field).toBe('base64')
    }
    expect(await ordersOf(asiakas)).toEqual(before)
  })

  test('a bomb takes no memory', async () => {
    const file = bomb()
    expect(file.length).toBeLessThan(100_000)
    const before = process.memoryUsage()
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(customer, file)))
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    const { arrayBuffers, external } = process.memoryUsage()
    expect(arrayBuffers + external - before.arrayBuffers - before.external).toBeLessThan(300 * 1024 * 1024)
  })

  test('base64 that is none', async () => {
    const answer = await customer.call('POST', '/api/import-tilaus-csv', { base64: 'ei tämä' })
    expect([answer.status, answer.body.message]).toEqual([422, 'Tiedosto ei ole kelvollista base64:ää.'])
  })
})

describe('faults', () => {
  test('stand by row and column, all of them at once, as the form would say them', async () => {
    const rows = [
      goodRow(),
      goodRow({ paino: '', pituus: 'pitkä', nouto_puhelin: '12', toivottu_toimitus: '31.2.2026', tyyppi: 'laatikko', nouto_maa: 'Suomi' }),
      goodRow({ toimitus_nimi: '', toimitus_postinro: '4410a', paino: '31', tyyppi: 'Paketti', maara: '2,5', toimitus_email: 'eero' }),
      goodRow({ toivottu_toimitus: '1.1.2020', viite: 'x'.repeat(256), varauma: '#REF!', tuote: 'Ei ole', kuvaus: '=1+1' }),
    ]
    const body = await check(csv([...rows.slice(0, 1), {}, ...rows.slice(1)]))
    expect(body.tilauksia).toBe(4)
    expect(body.rivit.map(({ rivi }: { rivi: number }) => rivi)).toEqual([2, 4, 5, 6])
    expect(body.virheet.map(({ rivi, sarake, viesti }: Record<string, unknown>) => `${rivi} ${sarake}: ${viesti}`)).toEqual([
      `4 toivottu_toimitus: Päivää ei ole. Kirjoita päivä muodossa ${formatDate(house.clock.now)}.`,
      '4 nouto_maa: Tekstin enimmäispituus on 2 merkkiä.',
      '4 nouto_puhelin: Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.',
      '4 tyyppi: Valitse jokin: Rullakko, Paketti, Muu.',
      '4 pituus: Kirjoita luku muodossa 80,5.',
      '4 paino: Kirjoita paino.',
      '5 toimitus_nimi: Kirjoita nimi.',
      '5 toimitus_postinro: Postinumerossa on viisi numeroa. Esimerkki: 33100.',
      '5 toimitus_email: Sähköpostiosoite ei kelpaa. Esimerkki: nimi@yritys.fi.',
      '5 maara: Kirjoita kokonaisluku, esimerkiksi 2.',
      '5 pituus: Paketin enimmäispituus on 60 cm.',
      '5 korkeus: Paketin enimmäiskorkeus on 60 cm.',
      '5 paino: Paketin enimmäispaino on 30 kg.',
      '6 viite: Tekstin enimmäispituus on 255 merkkiä.',
      '6 toivottu_toimitus: Päivä on jo mennyt. Valitse tämä päivä tai myöhempi.',
      '6 tuote: Tuotetta Ei ole ei löydy.',
      '6 varauma: Solun kaava antaa virheen #REF!. Kirjoita arvo.',
    ])
  })

  test('of formulas without a result', async () => {
    const xml = sheetXml(texts([goodRow({ viite: 'VIRHE', viesti: 'EI TULOSTA', nouto_osoite2: 'TYHJÄ' })]))
      .replace('t="inlineStr"><is><t>VIRHE</t></is>', 't="e"><f>1/0</f><v>#DIV/0!</v>')
      .replace('t="inlineStr"><is><t>EI TULOSTA</t></is>', '><f>A1</f>')
      .replace('t="inlineStr"><is><t>TYHJÄ</t></is>', 't="str"><f>""</f><v></v>')
    expect((await check(rawXlsx(xml))).virheet).toEqual([
      { rivi: 2, sarake: 'viite', viesti: 'Solun kaava antaa virheen #DIV/0!. Kirjoita arvo.' },
      { rivi: 2, sarake: 'viesti', viesti: 'Solun kaava antaa virheen #CALC!. Kirjoita arvo.' },
    ])
  })

  test('of any row leave all rows unstored; they are told with the row', async () => {
    const before = await ordersOf(asiakas)
    const answer = await send(customer, csv([goodRow(), goodRow({ nouto_puhelin: '12' }), goodRow({ leveys: '' })]))
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([{ field: 'leveys', message: 'Rivi 4, leveys: Kirjoita leveys.' }])
    const rules = await send(customer, csv([goodRow(), goodRow({ nouto_puhelin: '12' })]))
    expect(rules.body.errors).toEqual([
      { field: 'nouto_puhelin', message: 'Rivi 3, nouto_puhelin: Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.' },
    ])
    expect(await ordersOf(asiakas)).toEqual(before)
  })

  test('more cells than headings, and unknown headings are told of', async () => {
    const text = csv([goodRow()]).replace('\r\n', ';Huomautus\r\n').replace(/\r\n$/, ';soita;yksi liikaa\r\n')
    const { virheet, tuntemattomat } = await check(text)
    expect(tuntemattomat).toEqual(['Huomautus'])
    expect(virheet).toEqual([{ rivi: 2, sarake: '', viesti: expect.stringContaining('enemmän soluja kuin otsikoita') }])
  })
})

describe('orders', () => {
  test('are made of the rows with one name, and billed as the customer is', async () => {
    const company = await house.company('Laskutettava Oy')
    await insert(house.pool, 'laskutusosoite_email', {
      id: randomUUID(),
      asiakas_id: company,
      field_sahkopostiosoite: 'laskut@esimerkki.fi',
      oletus: true,
      tyyppi: ['laskutus'],
    })
    const buyer = await house.person(['asiakas'], company)
    const rows = [
      goodRow({ tilaus: 'b', viite: '1' }),
      goodRow({ viite: '2' }),
      goodRow({ tilaus: 'a', viite: '3' }),
      goodRow({ tilaus: 'b', viite: '4', varauma: 'Lavapaikka', maara: '3' }),
    ]
    const answer = await send(buyer, csv(rows))
    expect(answer.body).toEqual({
      success: true,
      tilauksia: 3,
      lahetyksia: 4,
      ensimmainen: expect.any(String),
      viimeinen: expect.any(String),
    })
    const orders = await ordersOf(company)
    expect(answer.body).toMatchObject({ ensimmainen: `T-${orders[0].tilausnro}`, viimeinen: `T-${orders[2].tilausnro}` })
    expect(orders.map(({ lahetykset }) => lahetykset.map(({ viite }: { viite: string }) => viite))).toEqual([['1', '4'], ['2'], ['3']])
    expect(orders[0]).toMatchObject({ laskutus_nimi: 'Laskutettava Oy', laskutus_email: 'laskut@esimerkki.fi', tilauksen_tila: 'uusi' })
    expect(orders[0].lahetykset[1]).toMatchObject({
      varauma: 'lava',
      maara: 3,
      paino: 121.5,
      asiakas_id: company,
      tyyppi: 'muu',
      nouto_maa: 'FI',
    })
    const { rows: revisions } = await house.pool.query('SELECT count(*)::int AS n FROM revisio WHERE rivi = $1 AND kayttaja = $2', [
      orders[0].id,
      buyer.id,
    ])
    expect(revisions[0].n).toBe(1)
  })

  test('take what is empty from a saved product; its locked sizes stay', async () => {
    const company = await house.company()
    const buyer = await house.person(['asiakas'], company)
    const product = { tyyppi: 'rullakko', pituus: 800, leveys: 600, korkeus: 1800, paino: 50, kuvaus: 'Hylly', lukitse_korkeus: true }
    await insert(house.pool, 'tuote', { id: randomUUID(), name: 'Hyllykkö', asiakas_id: company, ...product })
    await insert(house.pool, 'tuote', { id: randomUUID(), name: 'hyllykkö', ...product, paino: 99 })
    await insert(house.pool, 'tuote', { id: randomUUID(), name: 'Toisen', asiakas_id: asiakas, ...product })
    const bare = { pituus: '', leveys: '', korkeus: '', paino: '' }
    const fine = [goodRow({ ...bare, tuote: 'HYLLYKKÖ' }), goodRow({ ...bare, tuote: 'hyllykkö', paino: '12' })]
    const { virheet } = await check(csv([...fine, goodRow({ ...bare, tuote: 'Toisen' }), goodRow({ tuote: 'Hyllykkö' })]), buyer)
    expect(virheet).toEqual([
      { rivi: 4, sarake: 'tuote', viesti: 'Tuotetta Toisen ei löydy.' },
      { rivi: 5, sarake: 'korkeus', viesti: 'Tuotteen Hyllykkö mittaa ei voi muuttaa tilauksella.' },
    ])
    expect((await send(buyer, csv(fine))).status).toBe(200)
    const lines = (await ordersOf(company)).flatMap(({ lahetykset }) => lahetykset)
    expect(lines.map(({ korkeus, yksikkopaino, kuvaus, tyyppi }) => [korkeus, yksikkopaino, kuvaus, tyyppi])).toEqual([
      [1800, 50, 'Hylly', 'rullakko'],
      [1800, 12, 'Hylly', 'rullakko'],
    ])
  })

  test('a dry run without faults is stored; the same rows a second time are warned of, in whatever form', async () => {
    const rows = [goodRow({ viite: randomUUID() })]
    expect(await check(csv(rows))).toMatchObject({ virheet: [], tuotu: 0, tilauksia: 1 })
    expect((await send(customer, csv(rows))).status).toBe(200)
    const before = (await ordersOf(asiakas)).length
    const again = await send(customer, await xlsx(texts(rows)))
    expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/^Samat tilaukset on jo tuotu .*Vahvista/)])
    expect(await check(csv(rows))).toMatchObject({ tuotu: house.clock.now })
    expect((await ordersOf(asiakas)).length).toBe(before)
    expect((await send(customer, csv(rows), { uudelleen: true })).status).toBe(200)
    // Another customer's is another matter.
    expect((await send(admin, csv(rows), { asiakas_id: await house.company() })).status).toBe(200)
    const [first, second] = await Promise.all([0, 1].map(() => send(admin, csv([goodRow({ viite: 'kilpa' })]), { asiakas_id: asiakas })))
    expect([first?.status, second?.status].sort()).toEqual([200, 409])
  })

  test('are made once for an Idempotency-Key', async () => {
    const company = await house.company()
    const [file, headers] = [csv([goodRow({ viite: 'kerran' })]), { 'idempotency-key': randomUUID() }]
    const answers = await Promise.all([0, 1, 2].map(() => send(admin, file, { asiakas_id: company }, headers)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await ordersOf(company)).toHaveLength(1)
  })

  test('of another company, of nobody, and of an administrator who names no customer are refused', async () => {
    const file = csv([goodRow()])
    expect((await send(customer, file, { asiakas_id: await house.company() })).status).toBe(403)
    expect((await send(admin, file)).body).toMatchObject({ message: 'Valitse asiakas.' })
    expect((await send(admin, file, { asiakas_id: randomUUID() })).status).toBe(404)
  })

  test('of both templates can be read: the example is imported as it stands', async () => {
    const example = await xlsx(exampleTemplate(house.clock.now))
    const orders = await imported(example)
    expect(orders.map(({ lahetykset }) => lahetykset.length)).toEqual([2, 1])
    const [, ...fields] = fieldTemplate(house.clock.now)
    expect(fields.map(([name]) => name)).toEqual(columnNames)
    expect(fields.filter((cells) => cells.slice(0, 2).includes('') || cells[3] === '')).toEqual([])
  })
})

test('400 rows cost as many statements as two', async () => {
  const company = await house.company()
  let seen = 0
  const counted = new WeakSet<PoolClient>()
  const count = (client: PoolClient) => {
    if (counted.has(client)) return
    counted.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      seen++
      return query(...given)
    }) as PoolClient['query']
  }
  house.pool.on('acquire', count)
  const statements = async (rows: number) => {
    const before = seen
    const file = csv(Array.from({ length: rows }, (_, index) => goodRow({ viite: `${rows}-${index}` })))
    expect((await send(admin, file, { asiakas_id: company })).status).toBe(200)
    return seen - before
  }
  // The notice to the event streams may come while one is counted.
  expect(await statements(400)).toBeLessThan((await statements(2)) + 5)
})
