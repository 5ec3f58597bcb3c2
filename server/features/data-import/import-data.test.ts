import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataFields, dataTemplate } from '#domain/features/data-import/data-templates.ts'
import { importKindNames, importKinds } from '#domain/features/data-import/import-kinds.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { checkData, dataFile, importedData, newBusinessId, sendData } from '#server/testing/imports/data-files.ts'
import { xlsx } from '#server/testing/imports/import-files.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

const rowsOf = async (sql: string, ...values: unknown[]) => (await server.pool.query(sql, values)).rows
let names = 0
const newName = (what = 'Yhtiö') => `${what} ${++names} ${randomUUID().slice(0, 8)}`
describe('each register', () => {
  test('customers with a visiting address and billing addresses', async () => {
    const [name, y_tunnus] = [newName(), newBusinessId()]
    const row = {
      ...{
        nimi: name,
        y_tunnus: y_tunnus.replace('-', ''),
        tyyppi: 'Yritys',
        maksuehto: '21',
        saa_jattaa: 'kyllä',
        lisatiedot: 'Soita ensin',
      },
      ...{ kayntiosoite: 'Hatanpään valtatie 12', kayntipostinumero: '100', kayntipostitoimipaikka: 'Helsinki' },
      ...{ laskutus_email: 'laskut@esimerkki.fi', verkkolaskuosoite: '003712345671', valittaja: '003721291126' },
    }
    const file = dataFile('asiakkaat', [row])
    expect(await checkData(admin, file)).toMatchObject({ faults: [], uusia: 1, jo: [], tuotu: 0 })
    expect(await rowsOf('SELECT FROM asiakas WHERE name = $1', name)).toEqual([])
    expect(await importedData(admin, file)).toEqual({ success: true, uusia: 1, paivitettyja: 0, ohitettuja: 0, kutsuja: 0 })
    const [customer] = await rowsOf('SELECT * FROM asiakas WHERE name = $1', name)
    expect(customer).toMatchObject({ y_tunnus, tyyppi: 'yritys', maksuehto: 21, saa_jattaa: true, lisatiedot: 'Soita ensin', vid: '1' })
    const [address] = await rowsOf('SELECT * FROM postiosoite WHERE id = $1', customer.kayntiosoite_id)
    expect(address).toMatchObject({ name, asiakas_id: customer.id, field_postinumero: '00100', field_maa: 'FI', tyyppi: ['kaynti'] })
    const [mail] = await rowsOf('SELECT * FROM laskutusosoite_email WHERE asiakas_id = $1', customer.id)
    const [invoice] = await rowsOf('SELECT * FROM laskutusosoite_verkkolasku WHERE asiakas_id = $1', customer.id)
    expect([mail, invoice]).toMatchObject([{ oletus: true, field_sahkopostiosoite: 'laskut@esimerkki.fi' }, { oletus: false }])
    const revisions = await rowsOf('SELECT rivi FROM revisio WHERE kayttaja = $1 AND rivi = $2', admin.id, customer.id)
    expect(revisions).toHaveLength(1)
  })

  test('addresses and contacts of customers named by Y-tunnus, number or name', async () => {
    const [name, y_tunnus] = [newName(), newBusinessId()]
    await importedData(admin, dataFile('asiakkaat', [{ nimi: name, y_tunnus }]))
    const [{ id, drupal_internal__id: number }] = await rowsOf('SELECT * FROM asiakas WHERE name = $1', name)
    const place = { osoite: 'Varastokatu 3', postinumero: '33100', postitoimipaikka: 'Tampere', kaytto: 'Nouto, toimitus' }
    const addresses = [y_tunnus, `A-${number}`, name.toUpperCase(), ''].map((asiakas, index) => ({
      asiakas,
      nimi: `${name} ${index}`,
      ...place,
    }))
    await importedData(admin, dataFile('osoitteet', addresses))
    const stored = await rowsOf('SELECT asiakas_id, tyyppi, lat FROM postiosoite WHERE name LIKE $1 ORDER BY name', `${name} %`)
    expect(stored).toMatchObject([id, id, id, null].map((asiakas_id) => ({ asiakas_id, tyyppi: ['nouto', 'toimitus'] })))
    const people = [
      { asiakas: name, etunimi: 'Aino', sukunimi: 'Mäkelä', email: 'aino@esimerkki.fi', puhelin: '040 123 4567', tyyppi: 'muu' },
      { asiakas: name, etunimi: 'Eero', puhelin: '+46 8 123 456 78' },
    ]
    await importedData(admin, dataFile('yhteyshenkilot', people))
    expect(await rowsOf('SELECT etunimi, puhelin, tyyppi FROM yhteyshenkilo WHERE asiakas_id = $1 ORDER BY etunimi', id)).toEqual([
      { etunimi: 'Aino', puhelin: '+358401234567', tyyppi: ['muu'] },
      { etunimi: 'Eero', puhelin: '+46812345678', tyyppi: [] },
    ])
  })

  test('products in cm and kg, with locks', async () => {
    const nimi = newName('Hyllykkö')
    await importedData(
      admin,

      dataFile('tuotteet', [
        { nimi, tyyppi: 'rullakko', pituus: '80,5', leveys: '60 cm', korkeus: '180.0', paino: '50,25', lukitse_korkeus: 'x' },
      ]),
    )
    expect(await rowsOf('SELECT * FROM tuote WHERE name = $1', nimi)).toMatchObject([
      {
        tyyppi: 'rullakko',
        pituus: 805,
        leveys: 600,
        korkeus: 1800,
        paino: '50.25',
        lukitse_korkeus: true,
        lukitse_paino: false,
        asiakas_id: null,
      },
    ])
  })

  test('cars with a day as text or as a spreadsheet stores it', async () => {
    const headings = ['REKISTERINUMERO', 'Seuraava katsastus', 'Nimi']
    const day = new Date('2027-10-01T00:00:00Z')
    await importedData(admin, { laji: 'autot', bytes: await xlsx([headings, ['abc 101', day, 'Scania'], ['abc-102', '1.10.2027', '']]) })
    const stored = await rowsOf(
      "SELECT rekisterinumero, seuraava_katsastus, name FROM auto WHERE rekisterinumero LIKE 'ABC-10%' ORDER BY 1",
    )
    const inspection = String(midnightOf('2027-10-01'))
    expect(stored).toEqual([
      { rekisterinumero: 'ABC-101', seuraava_katsastus: inspection, name: 'Scania' },
      { rekisterinumero: 'ABC-102', seuraava_katsastus: inspection, name: '' },
    ])
  })

  test('cars with their capacity', async () => {
    const headings = ['Rekisterinumero', 'Lavapaikat', 'Kantavuus']
    const bytes = await xlsx([headings, ['KAN-101', '18', '9 500 kg'], ['KAN-102', '', ''], ['KAN-103', '101', '60001']])
    expect((await checkData(admin, { laji: 'autot', bytes })).faults).toEqual([
      '4 kantavuus: Anna luku, joka on enintään 60000.',
      '4 lavapaikat: Anna luku, joka on enintään 100.',
    ])
    await importedData(admin, { laji: 'autot', bytes: await xlsx([headings, ['KAN-101', '18', '9 500 kg'], ['KAN-102', '', '']]) })
    expect(await rowsOf("SELECT kantavuus, lavapaikat FROM auto WHERE rekisterinumero LIKE 'KAN-10%' ORDER BY rekisterinumero")).toEqual([
      { kantavuus: 9500, lavapaikat: 18 },
      { kantavuus: 0, lavapaikat: 0 },
    ])
  })

  test('work routes with their hours', async () => {
    const reittinro = newName('R').slice(0, 10)
    await importedData(admin, dataFile('tyoreitit', [{ reittinro, alkaa: '22.30', kesto: '8 h 30 min' }]))
    expect(await rowsOf('SELECT alkuaika, kesto FROM tyoreitti WHERE reittinro = $1', reittinro)).toEqual([{ alkuaika: 1350, kesto: 510 }])
  })

  test('people with their profiles; invitations only when asked for', async () => {
    const customer = newName()
    const asiakas = await server.customer(customer)
    const mail = (who: string) => `${who}-${randomUUID().slice(0, 8)}@esimerkki.fi`
    const [driver, buyer] = [mail('kuski'), mail('ostaja')]
    const rows = [
      {
        ...{ mail: driver, tunnus: driver.split('@')[0] ?? '', roolit: 'Kuljettaja, huolto', etunimi: 'Eero', sukunimi: 'Niemi' },
        ...{ puhelin: '+372 5123 4567', ammattipatevyys: '1.9.2028', lisakuljettaja: 'kyllä' },
      },
      { mail: buyer, roolit: 'asiakas,asiakas ylläpito', etunimi: 'Aino', sukunimi: 'Mäki', asiakas: customer },
    ]
    const invitations = () => rowsOf("SELECT vastaanottaja FROM lahteva_posti WHERE laji = 'kutsu' ORDER BY 1")
    expect(await importedData(admin, dataFile('kayttajat', rows.slice(0, 1)))).toMatchObject({ uusia: 1, kutsuja: 0 })
    expect(await invitations()).toEqual([])
    const answer = await importedData(admin, dataFile('kayttajat', rows), { kutsut: true })
    expect(answer).toEqual({ success: true, uusia: 1, paivitettyja: 0, ohitettuja: 1, kutsuja: 1 })
    expect(await invitations()).toEqual([{ vastaanottaja: buyer }])
    const [user] = await rowsOf('SELECT * FROM "user" WHERE mail = $1', driver)
    expect(user).toMatchObject({ user_roles: ['kuljettaja', 'huolto'], field_fullname: 'Eero Niemi' })
    expect(await rowsOf('SELECT * FROM profile_kuljettaja WHERE uid_id = $1', user.id)).toMatchObject([
      {
        ...{ field_etunimi: 'Eero', field_puhelinnumero: '+37251234567', field_puhelinnumero_maakoodi: '372', field_extra: true },
        field_ammattipatevyys_voimassa: String(midnightOf('2028-09-01')),
      },
    ])
    const [other] = await rowsOf('SELECT * FROM "user" WHERE mail = $1', buyer)
    expect(other).toMatchObject({ name: buyer, user_roles: ['asiakas', 'asiakas_yllapito'] })
    expect(await rowsOf('SELECT field_asiakas_id FROM profile_asiakas WHERE uid_id = $1', other.id)).toEqual([
      { field_asiakas_id: asiakas },
    ])
  })

  test.each(importKindNames)('%s has a template that describes each column and can be imported as it is', async (kind) => {
    const [headings = [], example = []] = dataTemplate(kind)
    expect(headings.length).toBe(importKinds[kind].columns.length)
    expect(dataFields(kind).filter((cells) => cells[0] === '' || cells[3] === '')).toEqual([])
    const bytes = await xlsx([headings, example.map((cell) => (cell === '1234567-1' ? '' : cell))])
    const file = { laji: kind, bytes }
    const { faults } = await checkData(admin, file)
    // Contacts need a customer, which the example names.
    expect(faults).toEqual(kind === 'yhteyshenkilot' ? ['2 asiakas: Kirjoita asiakas.'] : [])
  })
})

describe('faults', () => {
  test('are reported with row and column in the words of the forms, and nothing is stored', async () => {
    const rows = [
      { nimi: newName(), y_tunnus: '1234567-8', maksuehto: 'kaksi viikkoa', tyyppi: 'säätiö', saa_jattaa: 'ehkä' },
      { nimi: '', laskutus_email: 'ei osoite', kayntimaa: 'fi' },
      { nimi: newName(), maksuehto: '60', kayntiosoite: 'Katu 2', kayntipostinumero: '3310x' },
      { nimi: newName(), laskutusosoite: 'Katu 1', verkkolaskuosoite: '003712345671' },
      { nimi: '#REF!', lisatiedot: '=1+1' },
    ]
    const before = await rowsOf('SELECT count(*) FROM asiakas')
    const { faults } = await checkData(admin, dataFile('asiakkaat', rows))
    expect(faults).toEqual([
      '2 y_tunnus: Y-tunnus ei kelpaa. Tarkista numerot ja tarkistusnumero.',
      '2 tyyppi: Valitse jokin: Yritys, Yksityinen.',
      '2 maksuehto: Kirjoita kokonaisluku, esimerkiksi 2.',
      '2 saa_jattaa: Kirjoita kyllä tai ei.',
      '3 nimi: Kirjoita nimi.',
      '3 kayntiosoite: Kirjoita käyntiosoite.',
      '3 laskutus_email: Sähköpostiosoite ei kelpaa. Esimerkki: nimi@yritys.fi.',
      '4 maksuehto: Yli 30 päivän maksuehto on sovittava asiakkaan kanssa. Merkitse se sovituksi.',
      '4 kayntipostinumero: Postinumerossa on viisi numeroa. Esimerkki: 33100.',
      '5 laskutuspostinumero: Kenttä on pakollinen.',
      '5 laskutuspostitoimipaikka: Kenttä on pakollinen.',
      '5 valittaja: Kenttä on pakollinen.',
      '6 nimi: Solun kaava antaa virheen #REF!. Kirjoita arvo.',
    ])
    const refused = await sendData(admin, dataFile('asiakkaat', rows))
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0]).toEqual({
      field: 'y_tunnus',
      message: 'Rivi 2, Y-tunnus: Y-tunnus ei kelpaa. Tarkista numerot ja tarkistusnumero.',
    })
    expect(await rowsOf('SELECT count(*) FROM asiakas')).toEqual(before)
  })

  test('one faulty row of many prevents storing any', async () => {
    const good = { rekisterinumero: 'HYV-1' }
    const answer = await sendData(admin, dataFile('autot', [good, { rekisterinumero: '?' }]))
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ field: 'rekisterinumero', message: 'Rivi 3, Rekisterinumero: Rekisterinumero ei kelpaa. Esimerkki: KLR-418.' }],
    ])
    // A rule of the entity, found while saving.
    const heavy = dataFile('tuotteet', [{ nimi: newName() }, { nimi: newName(), tyyppi: 'paketti', paino: '31' }])
    expect((await sendData(admin, heavy)).body.errors).toEqual([
      { field: 'paino', message: 'Rivi 3, Paino (kg): Paketin enimmäispaino on 30 kg.' },
    ])
    expect(await rowsOf("SELECT FROM auto WHERE rekisterinumero = 'HYV-1'")).toEqual([])
  })

  test('of customers that are not found or not the only ones', async () => {
    const twin = newName('Kaksonen')
    const ids = [await server.customer(twin), await server.customer(twin)]
    const numbers = await rowsOf('SELECT drupal_internal__id AS n FROM asiakas WHERE id = ANY($1) ORDER BY 1', ids)
    const rows = ['Ei ole', twin, 'A-99999999', `A-${numbers[1].n}`].map((asiakas) => ({ asiakas, email: 'a@b.fi' }))
    expect((await checkData(admin, dataFile('yhteyshenkilot', rows))).faults).toEqual([
      '2 asiakas: Asiakasta Ei ole ei löydy. Tuo asiakkaat ensin, tai tarkista nimi tai Y-tunnus.',
      `3 asiakas: Asiakkaita ${twin} on 2: A-${numbers[0].n} ${twin} ja A-${numbers[1].n} ${twin}. Kirjoita asiakasnumero.`,
      '4 asiakas: Asiakasta A-99999999 ei löydy. Tuo asiakkaat ensin, tai tarkista nimi tai Y-tunnus.',
    ])
  })

  test('of rows that are twice in the file name the other row', async () => {
    const [name, y_tunnus] = [newName(), newBusinessId()]
    const rows = [{ nimi: name, y_tunnus }, { nimi: newName() }, { nimi: name.toUpperCase() }, { nimi: newName(), y_tunnus }]
    expect((await checkData(admin, dataFile('asiakkaat', rows))).faults).toEqual([
      '4 nimi: Sama on jo rivillä 2.',
      '5 y_tunnus: Sama on jo rivillä 2.',
    ])
    const cars = [{ rekisterinumero: 'kak-1' }, { rekisterinumero: 'KAK 1' }]
    expect((await checkData(admin, dataFile('autot', cars))).faults).toEqual(['3 rekisterinumero: Sama on jo rivillä 2.'])
  })

  test('of people: administrators, passwords, roles and customers', async () => {
    const person = (roolit: string, more: Record<string, string> = {}) => ({
      ...{ mail: `${randomUUID()}@esimerkki.fi`, roolit, etunimi: 'Aino', sukunimi: 'Mäki' },
      ...more,
    })
    const rows = [
      person('ylläpito'),
      person('asiakas ylläpito'),
      person('asiakas'),
      person('päällikkö'),
      person('kuljettaja', { puhelin: '12', ammattipatevyys: '31.2.2028' }),
      person('', { sukunimi: '' }),
    ]
    expect((await checkData(admin, dataFile('kayttajat', rows))).faults).toEqual([
      '2 roolit: Ylläpitäjän lisääminen ja muuttaminen vaatii oman salasanasi: tee se käyttäjän sivulla.',
      '3 roolit: Rooli Asiakas Ylläpito vaatii myös roolin Asiakas.',
      '4 asiakas: Kirjoita asiakas, jonka käyttäjä hän on.',
      '5 roolit: Valitse näistä: Ylläpito, Kuljettaja, Asiakas, Asiakas Ylläpito, Huolto.',
      '6 puhelin: Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.',
      expect.stringMatching(/^6 ammattipatevyys: Päivää ei ole/),
      '7 roolit: Kirjoita roolit.',
      '7 sukunimi: Kirjoita sukunimi.',
    ])
    const secret = await sendData(admin, { laji: 'kayttajat', bytes: 'Sähköposti;Salasana\na@b.fi;hunter2\n' }, { tarkista: true })
    expect([secret.status, secret.body.message]).toEqual([422, expect.stringContaining('Salasanoja ei tuoda tiedostosta')])
  })

  test('of the file as a whole', async () => {
    const tooMany = dataFile(
      'autot',
      Array.from({ length: 5001 }, (_, index) => ({ rekisterinumero: `AAA-${index}` })),
    )
    expect((await sendData(admin, tooMany, { tarkista: true })).body.message).toMatch(/5\u00a0001 riviä\..*enintään 5\u00a0000 riviä/)
    expect((await sendData(admin, { laji: 'autot', bytes: 'x'.repeat(5 * 1024 * 1024 + 1) }, { tarkista: true })).status).toBe(413)
    expect((await sendData(admin, { laji: 'autot', bytes: 'Väri;Koko\npunainen;iso\n' }, { tarkista: true })).body.message).toContain(
      'ei ole yhtään tuonnin otsikkoa',
    )
    expect((await sendData(admin, { laji: 'laivat', bytes: 'a;b' }, { tarkista: true })).body.message).toContain('Valitse jokin: asiakkaat')
  })
})

test('a file twice gives a warning; an Idempotency-Key stores once; concurrent files do not double', async () => {
  const file = dataFile('autot', [{ rekisterinumero: 'UUS-1' }])
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all([0, 1].map(() => sendData(admin, file, { headers })))
  expect(answers.map(({ status, text }) => [status, text])).toEqual([0, 1].map(() => [200, answers[0]?.text]))
  expect(await checkData(admin, file)).toMatchObject({ tuotu: server.clock.now, jo: [{ rivi: 2 }] })
  const again = await sendData(admin, file)
  expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/^Samat tiedot on jo tuotu /)])
  expect(await importedData(admin, file, { uudelleen: true })).toMatchObject({ uusia: 0, ohitettuja: 1 })
  const name = newName()
  const files = ['1', '2'].map((lisatiedot) => dataFile('asiakkaat', [{ nimi: name, lisatiedot }]))
  await Promise.all(files.map((one) => importedData(admin, one)))
  expect(await rowsOf('SELECT FROM asiakas WHERE name = $1', name)).toHaveLength(1)
})

test('texts that look like formulas stay texts', async () => {
  const texts = ['=HYPERLINK("http://x")', '+358', '-1+1', '@SUM(A1)', '=cmd|calc']
  const rows = texts.map((lisatiedot) => ({ nimi: newName('Kaava'), lisatiedot }))
  await importedData(admin, {
    laji: 'asiakkaat',
    bytes: await xlsx([['Nimi', 'Lisätiedot'], ...rows.map(({ nimi, lisatiedot }) => [nimi, lisatiedot])]),
  })
  for (const { nimi, lisatiedot } of rows)
    expect(await rowsOf('SELECT lisatiedot FROM asiakas WHERE name = $1', nimi)).toEqual([{ lisatiedot }])
})

test('unknown headings are asked about; other names of a column are known', async () => {
  const file = { laji: 'asiakkaat', bytes: 'Yrityksen nimi;Koodi;Ytunnus\nPutki;77;\n' }
  expect((await sendData(admin, file, { tarkista: true })).body).toMatchObject({
    sarakkeet: ['nimi', 'y_tunnus'],
    kysyttavat: [{ otsikko: 'Koodi', esimerkit: ['77'] }],
  })
  const checked = await checkData(admin, file, { otsikot: { Koodi: 'talenom_asiakasnumero' } })
  expect(checked.rivit[0].solut).toEqual(expect.arrayContaining(['Putki', '77']))
})

test('more invitations than a day allows are refused, and nobody is stored', async () => {
  const other = await server.person(['yllapito'])
  const rows = Array.from({ length: 201 }, (_, index) => ({
    ...{ mail: `kutsu-${index}-${names}@esimerkki.fi`, roolit: 'kuljettaja', etunimi: 'Eero', sukunimi: 'Niemi' },
  }))
  const answer = await sendData(other, dataFile('kayttajat', rows), { kutsut: true })
  expect([answer.status, answer.body.message]).toEqual([429, expect.stringContaining('enintään 200 kutsua')])
  expect(await rowsOf('SELECT FROM "user" WHERE mail LIKE $1', `kutsu-%-${names}@esimerkki.fi`)).toEqual([])
})

test('only administrators import', async () => {
  const asiakas = await server.customer()
  const file = dataFile('autot', [{ rekisterinumero: 'EI-1' }])
  for (const roles of [['kuljettaja'], ['asiakas'], ['asiakas', 'asiakas_yllapito'], ['huolto']] as const)
    expect((await sendData(await server.person(roles, asiakas), file)).status).toBe(403)
  expect((await sendData(server, file)).status).toBe(401)
  expect(await rowsOf("SELECT FROM auto WHERE rekisterinumero = 'EI-1'")).toEqual([])
})
