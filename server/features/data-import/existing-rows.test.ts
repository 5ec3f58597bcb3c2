import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkData, dataFile, importedData, newBusinessId, sendData } from '#server/testing/imports/data-files.ts'
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
describe('rows that exist', () => {
  test('are left as they are, or updated with what the file says', async () => {
    const [name, y_tunnus] = [newName(), newBusinessId()]
    const first = {
      ...{ nimi: name, y_tunnus, maksuehto: '14', lisatiedot: 'Vanha', laskutus_email: 'vanha@esimerkki.fi' },
      ...{ kayntiosoite: 'Vanha katu 1', kayntipostinumero: '33100', kayntipostitoimipaikka: 'Tampere' },
    }
    await importedData(admin, dataFile('asiakkaat', [first]))
    const renamed = newName()
    const file = dataFile('asiakkaat', [
      { nimi: renamed, y_tunnus, lisatiedot: '', maksuehto: '30', laskutus_email: 'uusi@esimerkki.fi', kayntiosoite: 'Uusi katu 2' },
      { nimi: newName(), y_tunnus: '', lisatiedot: '', maksuehto: '', laskutus_email: '', kayntiosoite: '' },
    ])
    const checked = await checkData(admin, file)
    expect(checked).toMatchObject({ faults: [], uusia: 1, jo: [{ rivi: 2, nimi: expect.stringMatching(new RegExp(`^A-\\d+ ${name}$`)) }] })
    const stored = () =>
      rowsOf(
        `SELECT a.name, a.maksuehto, a.lisatiedot, a.vid, o.field_osoite_1, o.field_postinumero, l.field_sahkopostiosoite AS email, l.oletus
         FROM asiakas a JOIN postiosoite o ON o.id = a.kayntiosoite_id JOIN laskutusosoite_email l ON l.asiakas_id = a.id WHERE a.y_tunnus = $1`,
        y_tunnus,
      )
    const before = await stored()
    expect(await importedData(admin, file)).toMatchObject({ uusia: 1, paivitettyja: 0, ohitettuja: 1 })
    expect(await stored()).toEqual(before)
    const answer = await importedData(admin, file, { olemassa: 'paivita', uudelleen: true })
    expect(answer).toMatchObject({ uusia: 0, paivitettyja: 2, ohitettuja: 0 })
    expect(await stored()).toEqual([
      {
        ...{ name: renamed, maksuehto: 30, lisatiedot: 'Vanha', vid: '2', field_osoite_1: 'Uusi katu 2', field_postinumero: '33100' },
        ...{ email: 'uusi@esimerkki.fi', oletus: true },
      },
    ])
  })

  test('need no required cells, and their faults do not matter when they are left out', async () => {
    const mail = `${randomUUID()}@esimerkki.fi`
    const row = { mail, roolit: 'kuljettaja', etunimi: 'Eero', sukunimi: 'Niemi' }
    await importedData(admin, dataFile('kayttajat', [row]))
    const phone = dataFile('kayttajat', [{ mail: mail.toUpperCase(), puhelin: '12', piirturikortti: '1.2.2029' }])
    expect(await checkData(admin, phone)).toMatchObject({ faults: [], jo: [{ rivi: 2 }] })
    expect((await checkData(admin, phone, { olemassa: 'paivita' })).faults).toEqual([
      '2 puhelin: Puhelinnumero ei kelpaa. Esimerkki: 040 123 4567.',
    ])
    const mended = dataFile('kayttajat', [{ mail, puhelin: '0401234567', piirturikortti: '1.2.2029' }])
    await importedData(admin, mended, { olemassa: 'paivita' })
    expect(
      await rowsOf(
        'SELECT p.field_etunimi, p.field_puhelinnumero, u.vid FROM profile_kuljettaja p JOIN "user" u ON u.id = p.uid_id WHERE u.mail = $1',
        mail,
      ),
    ).toEqual([{ field_etunimi: 'Eero', field_puhelinnumero: '+358401234567', vid: '1' }])
  })

  test('of people without what their new roles need are faults', async () => {
    const mail = `${randomUUID()}@esimerkki.fi`
    await importedData(admin, dataFile('kayttajat', [{ mail, roolit: 'kuljettaja', etunimi: 'Eero', sukunimi: 'Niemi' }]))
    const faultsOf = async (roolit: string) => {
      const file = dataFile('kayttajat', [{ mail, roolit }])
      const { faults } = await checkData(admin, file, { olemassa: 'paivita' })
      expect((await sendData(admin, file, { olemassa: 'paivita' })).status).toBe(422)
      return faults
    }
    expect(await faultsOf('asiakas')).toEqual(['2 asiakas: Kirjoita asiakas, jonka käyttäjä hän on.'])
    expect(await faultsOf('asiakas ylläpito')).toEqual(['2 roolit: Anna vähintään yksi rooli.'])
    expect(await faultsOf('ylläpito')).toEqual([expect.stringMatching(/^2 roolit: Ylläpitäjän lisääminen/)])
  })

  test('are recognised in every register', async () => {
    const customer = newName()
    await server.customer(customer)
    const files = {
      osoitteet: [{ asiakas: customer, nimi: 'Varasto', osoite: 'Katu 1', postinumero: '33100', postitoimipaikka: 'Tampere' }],
      yhteyshenkilot: [
        { asiakas: customer, etunimi: 'Aino', email: 'aino@esimerkki.fi', puhelin: '03 123 4567' },
        { asiakas: customer, etunimi: 'Eero', email: 'eero@esimerkki.fi', puhelin: '03 123 4567' },
        { asiakas: customer, etunimi: 'Vaihde', email: '', puhelin: '+358 3 123 4568' },
      ],
      tuotteet: [
        { asiakas: customer, nimi: 'Laatikko' },
        { asiakas: '', nimi: newName('Laatikko') },
      ],
      autot: [{ rekisterinumero: `ON-${names}` }],
    } as const
    for (const kind of ['osoitteet', 'yhteyshenkilot', 'tuotteet', 'autot'] as const) {
      const file = dataFile(kind, files[kind])
      expect(await importedData(admin, file)).toMatchObject({ uusia: files[kind].length })
      const { jo, uusia, faults } = await checkData(admin, file)
      expect([kind, jo.length, uusia, faults]).toEqual([kind, files[kind].length, 0, []])
    }
  })

  test('under two keys, or with another Y-tunnus, are faults', async () => {
    const [a, b] = [
      { nimi: newName(), y_tunnus: newBusinessId() },
      { nimi: newName(), y_tunnus: newBusinessId() },
    ]
    await importedData(admin, dataFile('asiakkaat', [a, b]))
    const file = dataFile('asiakkaat', [
      { nimi: a.nimi, y_tunnus: b.y_tunnus },
      { nimi: b.nimi, y_tunnus: newBusinessId() },
    ])
    const { faults } = await checkData(admin, file)
    expect(faults[0]).toMatch(/^2 y_tunnus: Rivi vastaa useampaa: A-\d+ .* ja A-\d+ /)
    expect(faults[1]).toMatch(new RegExp(`^3 y_tunnus: Asiakkaalla A-\\d+ ${b.nimi} on sama nimi mutta Y-tunnus ${b.y_tunnus}\\.$`))
  })
})
