import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnNames } from '#domain/features/order-import/order-columns.ts'
import { cellsOf } from '#domain/features/order-import/order-rows.ts'
import { exampleTemplate, fieldTemplate } from '#domain/features/order-import/order-templates.ts'
import type { Field } from '#domain/model/define-field.ts'
import { registry } from '#domain/model/registry.ts'
import { parseField } from '#domain/model/validation.ts'
import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { midnightOf } from '#domain/values/time/time.ts'
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
  xlsx,
} from '#server/testing/imports/import-files.ts'
import { insert, type Person, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let asiakas: string

beforeAll(async () => {
  ;({ server, admin, customer, asiakas } = await startImportServer())
})
afterAll(() => server.close())

const check = (file: Bytes, who = customer) => checkFile(who, file)
const ordersOf = (customerId: string) => storedOrders(server, customerId)

describe('faults', () => {
  test('are reported with row and column, all at once, in the words of the form', async () => {
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
      `4 toivottu_toimitus: Päivää ei ole. Kirjoita päivä muodossa ${formatDate(server.clock.now)}.`,
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
    const xml = sheetXml(sheet([goodRow({ viite: 'VIRHE', viesti: 'EI TULOSTA', nouto_osoite2: 'TYHJÄ' })]))
      .replace('t="inlineStr"><is><t>VIRHE</t></is>', 't="e"><f>1/0</f><v>#DIV/0!</v>')
      .replace('t="inlineStr"><is><t>EI TULOSTA</t></is>', '><f>A1</f>')
      .replace('t="inlineStr"><is><t>TYHJÄ</t></is>', 't="str"><f>""</f><v></v>')
    expect((await check(rawXlsx(xml))).virheet).toEqual([
      { rivi: 2, sarake: 'viite', viesti: 'Solun kaava antaa virheen #DIV/0!. Kirjoita arvo.' },
      { rivi: 2, sarake: 'viesti', viesti: 'Solun kaava antaa virheen #CALC!. Kirjoita arvo.' },
    ])
  })

  test('of dates that do not exist', async () => {
    const day = (value: number) => ({ value, format: 'd.m.yyyy' })
    const [headings = [], good = []] = sheet([goodRow()])
    const rows = [1e12, 9e6, -1e12].map((value) =>
      good.map((cell, column) => (headings[column] === 'toivottu_toimitus' ? day(value) : cell)),
    )
    const { virheet } = await check(await xlsx([headings, ...rows]))
    expect(virheet).toEqual(
      [2, 3, 4].map((rivi) => ({ rivi, sarake: 'toivottu_toimitus', viesti: 'Solun kaava antaa virheen #VALUE!. Kirjoita arvo.' })),
    )
  })

  test('of one row prevent storing any row; they are reported with the row', async () => {
    const before = await ordersOf(asiakas)
    const answer = await sendFile(customer, csv([goodRow(), goodRow({ nouto_puhelin: '12' }), goodRow({ leveys: '' })]))
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([{ field: 'leveys', message: 'Rivi 4, leveys: Kirjoita leveys.' }])
    const rules = await sendFile(customer, csv([goodRow(), goodRow({ nouto_puhelin: '12' })]))
    expect(rules.body.errors).toEqual([
      { field: 'nouto_puhelin', message: 'Rivi 3, nouto_puhelin: Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.' },
    ])
    expect(await ordersOf(asiakas)).toEqual(before)
  })

  test('more cells than headings are reported', async () => {
    const text = csv([goodRow()]).replace('\r\n', ';Huomautus\r\n').replace(/\r\n$/, ';soita;yksi liikaa\r\n')
    const { virheet, tuntemattomat } = (await sendFile(customer, text, { tarkista: true, otsikot: { Huomautus: '' } })).body
    expect(tuntemattomat).toEqual(['Huomautus'])
    expect(virheet).toEqual([{ rivi: 2, sarake: '', viesti: expect.stringContaining('enemmän soluja kuin otsikoita') }])
  })

  test('a wished day in the past is a fault for customers, not for administrators', async () => {
    const yesterday = formatDate(server.clock.now - 86_400)
    const file = csv([goodRow({ toivottu_toimitus: yesterday })])
    expect((await check(file)).virheet).toEqual([
      { rivi: 2, sarake: 'toivottu_toimitus', viesti: 'Päivä on jo mennyt. Valitse tämä päivä tai myöhempi.' },
    ])
    expect((await sendFile(admin, file, { tarkista: true, asiakas_id: asiakas })).body.virheet).toEqual([])
  })
})

describe('unknown headings', () => {
  const file = () => {
    const { tyyppi: _, ...rest } = goodRow({ pituus: '40', leveys: '30', korkeus: '25', paino: '34' })
    return csv([rest]).replace('\r\n', ';Laji\r\n').replace(/\r\n$/, ';paketti\r\n')
  }
  const dryRun = async (otsikot?: Record<string, string>) =>
    (await sendFile(customer, file(), { tarkista: true, ...(otsikot ? { otsikot } : {}) })).body

  test('are returned before any row is checked', async () => {
    const checked = await dryRun()
    expect(checked.kysyttavat).toEqual([{ otsikko: 'Laji', esimerkit: ['paketti'] }])
    expect(checked.sarakkeet).toContain('paino')
    expect(checked).not.toHaveProperty('rivit')
  })

  test('a parcel of 34 kg is refused when the heading of the kind is known', async () => {
    const read = await dryRun({ Laji: 'tyyppi' })
    expect(read.virheet).toEqual([{ rivi: 2, sarake: 'paino', viesti: 'Paketin enimmäispaino on 30 kg.' }])
    expect(read.rivit[0].solut).toContain('paketti')
  })

  test('a kind of goods under an ignored heading is reported as missing, not guessed', async () => {
    const read = await dryRun({ Laji: '' })
    expect(read.tuntemattomat).toEqual(['Laji'])
    expect(read.virheet).toEqual([{ rivi: 2, sarake: 'tyyppi', viesti: 'Valitse tavaralaji: rullakko, paketti, muu.' }])
    const stored = await sendFile(customer, file())
    expect(stored.status).toBe(422)
    expect(stored.body.errors).toEqual([{ field: 'tyyppi', message: 'Rivi 2, tyyppi: Valitse tavaralaji: rullakko, paketti, muu.' }])
  })

  test('can be mapped only to columns that exist', async () => {
    const answer = await sendFile(customer, file(), { tarkista: true, otsikot: { Laji: 'vari' } })
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0]).toMatchObject({ message: 'Tuntematon sarake.' })
  })
})

describe('orders', () => {
  test('consist of the rows with the same name, and are billed like the customer', async () => {
    const customerId = await server.customer('Laskutettava Oy')
    await insert(server.pool, 'laskutusosoite_email', {
      id: randomUUID(),
      asiakas_id: customerId,
      field_sahkopostiosoite: 'laskut@esimerkki.fi',
      oletus: true,
      tyyppi: ['laskutus'],
    })
    const buyer = await server.person(['asiakas'], customerId)
    const rows = [
      goodRow({ tilaus: 'b', viite: '1' }),
      goodRow({ viite: '2' }),
      goodRow({ tilaus: 'a', viite: '3' }),
      goodRow({ tilaus: 'b', viite: '4', varauma: 'Lavapaikka', maara: '3' }),
    ]
    const answer = await sendFile(buyer, csv(rows))
    expect(answer.body).toEqual({
      success: true,
      tilauksia: 3,
      lahetyksia: 4,
      ensimmainen: expect.any(String),
      viimeinen: expect.any(String),
    })
    const orders = await ordersOf(customerId)
    expect(answer.body).toMatchObject({ ensimmainen: `T-${orders[0].tilausnro}`, viimeinen: `T-${orders[2].tilausnro}` })
    expect(orders.map(({ lahetykset }) => lahetykset.map(({ viite }: { viite: string }) => viite))).toEqual([['1', '4'], ['2'], ['3']])
    expect(orders[0]).toMatchObject({ laskutus_nimi: 'Laskutettava Oy', laskutus_email: 'laskut@esimerkki.fi', tilauksen_tila: 'uusi' })
    expect(orders[0].lahetykset[1]).toMatchObject({
      varauma: 'lava',
      maara: 3,
      paino: 121.5,
      asiakas_id: customerId,
      tyyppi: 'muu',
      nouto_maa: 'FI',
    })
    const { rows: revisions } = await server.pool.query('SELECT count(*)::int AS n FROM revisio WHERE rivi = $1 AND kayttaja = $2', [
      orders[0].id,
      buyer.id,
    ])
    expect(revisions[0].n).toBe(1)
  })

  test('take empty values from a saved product; its locked sizes stay', async () => {
    const customerId = await server.customer()
    const buyer = await server.person(['asiakas'], customerId)
    const product = { tyyppi: 'rullakko', pituus: 800, leveys: 600, korkeus: 1800, paino: 50, kuvaus: 'Hylly', lukitse_korkeus: true }
    await insert(server.pool, 'tuote', { id: randomUUID(), name: 'Hyllykkö', asiakas_id: customerId, ...product })
    await insert(server.pool, 'tuote', { id: randomUUID(), name: 'hyllykkö', ...product, paino: 99 })
    await insert(server.pool, 'tuote', { id: randomUUID(), name: 'Toisen', asiakas_id: asiakas, ...product })
    const bare = { tyyppi: '', pituus: '', leveys: '', korkeus: '', paino: '' }
    const fine = [goodRow({ ...bare, tuote: 'HYLLYKKÖ' }), goodRow({ ...bare, tuote: 'hyllykkö', paino: '12' })]
    const { virheet } = await check(csv([...fine, goodRow({ ...bare, tuote: 'Toisen' }), goodRow({ tuote: 'Hyllykkö' })]), buyer)
    expect(virheet).toEqual([
      { rivi: 4, sarake: 'tuote', viesti: 'Tuotetta Toisen ei löydy.' },
      { rivi: 5, sarake: 'korkeus', viesti: 'Tuotteen Hyllykkö mittaa ei voi muuttaa tilauksella.' },
    ])
    expect((await sendFile(buyer, csv(fine))).status).toBe(200)
    const lines = (await ordersOf(customerId)).flatMap(({ lahetykset }) => lahetykset)
    expect(lines.map(({ korkeus, yksikkopaino, kuvaus, tyyppi }) => [korkeus, yksikkopaino, kuvaus, tyyppi])).toEqual([
      [1800, 50, 'Hylly', 'rullakko'],
      [1800, 12, 'Hylly', 'rullakko'],
    ])
  })

  test('a dry run without faults is stored; the same rows imported again give a warning, in any file form', async () => {
    const rows = [goodRow({ viite: randomUUID() })]
    const earlier = await ordersOf(asiakas)
    expect(await check(csv(rows))).toMatchObject({ virheet: [], tuotu: 0, tilauksia: 1 })
    expect(await ordersOf(asiakas)).toEqual(earlier)
    expect((await sendFile(customer, csv(rows))).status).toBe(200)
    const before = (await ordersOf(asiakas)).length
    const again = await sendFile(customer, await xlsx(sheet(rows)))
    expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/^Samat tilaukset on jo tuotu .*Vahvista/)])
    expect(await check(csv(rows))).toMatchObject({ tuotu: server.clock.now })
    expect((await ordersOf(asiakas)).length).toBe(before)
    expect((await sendFile(customer, csv(rows), { uudelleen: true })).status).toBe(200)
    // The same rows for another customer give no warning.
    expect((await sendFile(admin, csv(rows), { asiakas_id: await server.customer() })).status).toBe(200)
    const [first, second] = await Promise.all(
      [0, 1].map(() => sendFile(admin, csv([goodRow({ viite: 'kilpa' })]), { asiakas_id: asiakas })),
    )
    expect([first?.status, second?.status].sort()).toEqual([200, 409])
  })

  test('are created once for an Idempotency-Key', async () => {
    const customerId = await server.customer()
    const [file, headers] = [csv([goodRow({ viite: 'kerran' })]), { 'idempotency-key': randomUUID() }]
    const answers = await Promise.all([0, 1, 2].map(() => sendFile(admin, file, { asiakas_id: customerId }, headers)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await ordersOf(customerId)).toHaveLength(1)
    const other = await sendFile(admin, csv([goodRow({ viite: 'toisin' })]), { asiakas_id: customerId }, headers)
    expect([other.status, other.body.message]).toEqual([422, 'Sama Idempotency-Key on jo käytetty toisessa pyynnössä.'])
    expect(await ordersOf(customerId)).toHaveLength(1)
  })

  test('are refused for another customer, for a missing one, and for an administrator who names none', async () => {
    const file = csv([goodRow()])
    expect((await sendFile(customer, file, { asiakas_id: await server.customer() })).status).toBe(403)
    expect((await sendFile(admin, file)).body).toMatchObject({ message: 'Valitse asiakas.' })
    expect((await sendFile(admin, file, { asiakas_id: randomUUID() })).status).toBe(404)
  })

  test('can be imported from both templates without changes to the example', async () => {
    const example = await xlsx(exampleTemplate(server.clock.now))
    const orders = await imported(server, admin, example)
    expect(orders.map(({ lahetykset }) => lahetykset.length)).toEqual([2, 1])
    const [, ...fields] = fieldTemplate(server.clock.now)
    expect(fields.map(([name]) => name)).toEqual(columnNames)
    expect(fields.filter((cells) => cells.slice(0, 2).includes('') || cells[3] === '')).toEqual([])
  })
})

test('orders → file → orders: no data is lost', async () => {
  const customerId = await server.customer()
  const fields = registry.lahetys.fields
  const stored = (field: Field) => (text: string) => {
    const read = parseField(field, text)
    // U+FFFD marks a character that was lost already; the spreadsheet library leaves it out.
    return 'value' in read && read.value === text && text !== '' && !text.includes('\uFFFD')
  }
  const texts = (field: Field) =>
    fc
      .oneof(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom('=1+1', '"', ';', 'a;b', "'", '€ 3"', 'Ääkkönen, Oy', 'constructor'),
      )
      .filter(stored(field))
  const shipments = fc.record({
    nouto_nimi: texts(fields.nouto_nimi),
    nouto_osoite1: texts(fields.nouto_osoite1),
    nouto_postinro: fc.constantFrom('00100', '33100', '99999'),
    nouto_postitmp: texts(fields.nouto_postitmp),
    nouto_maa: fc.constant('FI'),
    toimitus_nimi: texts(fields.toimitus_nimi),
    toimitus_osoite1: texts(fields.toimitus_osoite1),
    toimitus_postinro: fc.constantFrom('00002', '44100'),
    toimitus_postitmp: texts(fields.toimitus_postitmp),
    toimitus_maa: fc.constant('FI'),
    toimitus_yhteyshenkilo_puhelin: fc.constantFrom('', '+358401234567', '+46812345678'),
    toimitus_yhteyshenkilo_email: fc.constantFrom('', 'eero@esimerkki.fi'),
    viite: fc.oneof(fc.constant(''), texts(fields.viite)),
    viesti: fc.oneof(fc.constantFrom('', 'Rivi 1\nRivi 2'), texts(fields.viesti)),
    toivottu_toimitus: fc.constantFrom(0, midnightOf('2026-12-24'), midnightOf('2027-03-28')),
    tyyppi: fc.constantFrom('rullakko', 'paketti', 'muu'),
    maara: fc.integer({ min: 1, max: 250 }),
    pituus: fc.integer({ min: 1, max: 600 }),
    leveys: fc.integer({ min: 1, max: 600 }),
    korkeus: fc.integer({ min: 1, max: 600 }),
    yksikkopaino: fc.integer({ min: 1, max: 3000 }).map((number) => number / 100),
    kuvaus: fc.oneof(fc.constant(''), texts(fields.kuvaus)),
    varauma: fc.constantFrom('', 'lava', 'pakettiauto'),
  })
  const orders = fc.array(fc.array(shipments, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 20 })
  const forms = fc.constantFrom(';', ',', '\t', 'xlsx')
  let run = 0
  await fc.assert(
    fc.asyncProperty(orders, forms, async (made, form) => {
      const name = `kierros-${++run}`
      const rows = made.flatMap((lines, order) => lines.map((line) => cellsOf({ ...line, nouto_osoite2: name }, { order: String(order) })))
      const table = [[...columnNames], ...rows]
      const file = form === 'xlsx' ? await xlsx(table) : stringify(table, { delimiter: form })
      const answer = await sendFile(admin, file, { asiakas_id: customerId })
      expect(answer.status, answer.text).toBe(200)
      const stored = (await ordersOf(customerId)).filter(({ lahetykset: [line] }) => line.nouto_osoite2 === name)
      expect(stored.map(({ lahetykset }) => lahetykset)).toMatchObject(made)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('400 rows cost as many statements as two', async () => {
  const customerId = await server.customer()
  const logs = new Map<PoolClient, string[]>()
  server.pool.on('acquire', (client) => {
    if (logs.has(client)) return
    const log: string[] = []
    logs.set(client, log)
    const query = client.query.bind(client) as (...input: unknown[]) => unknown
    client.query = ((...input: unknown[]) => {
      const [statement] = input
      log.push(typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text))
      return query(...input)
    }) as PoolClient['query']
  })
  /** Counted in the transaction of the import, without other statements of the server. */
  const statements = async (rows: number) => {
    for (const log of logs.values()) log.length = 0
    const file = csv(Array.from({ length: rows }, (_, index) => goodRow({ viite: `${rows}-${index}` })))
    expect((await sendFile(admin, file, { asiakas_id: customerId })).status).toBe(200)
    const log = [...logs.values()].find((texts) => texts.some((text) => text.startsWith('insert into "tuonti"'))) ?? []
    return log.slice(log.indexOf('BEGIN'), log.indexOf('COMMIT'))
  }
  const many = await statements(400)
  expect(many.length).toBeGreaterThan(3)
  expect(many).toHaveLength((await statements(2)).length)
})
