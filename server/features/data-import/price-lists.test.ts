import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { midnightOf } from '#domain/values/time/time.ts'
import { checkData, dataFile, importedData } from '#server/testing/imports/data-files.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

const stored = async (name: string) =>
  (await server.pool.query('SELECT * FROM hinnasto WHERE name = $1 AND status = 1 ORDER BY voimassa_alkaen, drupal_internal__id', [name]))
    .rows
const row = (nimi: string, more: Record<string, string> = {}) => ({ nimi, voimassa_alkaen: '1.1.2027', perusmaksu: '18,50', ...more })

test('price lists are brought in for all customers and for one', async () => {
  const asiakas = randomUUID()
  await insert(server.pool, 'asiakas', { id: asiakas, name: 'Laatta ja Kivi Oy' })
  const file = dataFile('hinnastot', [
    row('Perus 2027', { hinta_km: '0,55', polttoainelisa_prosentti: '7.5' }),
    row('Sopimus 2027', { asiakas: 'laatta ja kivi oy', hinta_kg: '0,04' }),
  ])
  expect(await checkData(admin, file)).toMatchObject({ faults: [], uusia: 2, jo: [] })
  await importedData(admin, file)
  const first = midnightOf('2027-01-01')
  expect(await stored('Perus 2027')).toMatchObject([
    {
      asiakas_id: null,
      voimassa_alkaen: String(first),
      perusmaksu: '18.50',
      hinta_km: '0.55',
      minimihinta: '0.00',
      polttoainelisa_prosentti: '7.50',
    },
  ])
  expect(await stored('Sopimus 2027')).toMatchObject([{ asiakas_id: asiakas, hinta_kg: '0.04' }])
})

test('a list exists when customer, name and first day are the same; another year is another list', async () => {
  await importedData(admin, dataFile('hinnastot', [row('Vuosi')]))
  const again = dataFile('hinnastot', [row('vuosi', { perusmaksu: '20' }), row('Vuosi', { voimassa_alkaen: '1.1.2028' })])
  expect(await checkData(admin, again)).toMatchObject({ uusia: 1, jo: [{ rivi: 2 }] })
  await importedData(admin, again, { olemassa: 'paivita' })
  expect(await stored('Vuosi')).toMatchObject([{ voimassa_alkaen: String(midnightOf('2028-01-01')), perusmaksu: '18.50' }])
  expect(await stored('vuosi')).toMatchObject([{ perusmaksu: '20.00', vid: '2' }])
  const twice = dataFile('hinnastot', [row('Kaksi'), row('Kaksi')])
  expect((await checkData(admin, twice)).faults).toEqual(['3 nimi: Sama on jo rivillä 2.'])
})

test('faults are named by their cells', async () => {
  const file = dataFile('hinnastot', [
    row('', { voimassa_alkaen: 'joulukuu' }),
    row('Kallis', { hinta_km: '0,555', polttoainelisa_prosentti: '101', asiakas: 'Ei Ole Oy' }),
    row('Miinus', { perusmaksu: '-5' }),
  ])
  const { faults } = await checkData(admin, file)
  expect(faults.map((fault: string) => fault.split(':')[0])).toEqual([
    ...['2 nimi', '2 voimassa_alkaen', '3 asiakas', '3 hinta_km', '3 polttoainelisa_prosentti', '4 perusmaksu'],
  ])
})

test('the register’s own file is imported as it is', async () => {
  await insert(server.pool, 'hinnasto', {
    id: randomUUID(),
    name: 'Kierros',
    voimassa_alkaen: midnightOf('2026-05-01'),
    perusmaksu: 12.5,
    hinta_kg: 0.07,
  })
  const columns = ['name', 'asiakas', 'voimassa_alkaen', 'perusmaksu', 'hinta_km', 'hinta_kg', 'hinta_rullakko', 'hinta_paketti']
  const all = [...columns, 'hinta_lavapaikka', 'minimihinta', 'polttoainelisa_prosentti'].join(',')
  const type = 'hinnasto_entity--hinnasto_entity'
  const url = `/api/rekisteri-vienti?tyyppi=${type}&sarakkeet=${all}&filter[name]=Kierros&muoto=xlsx`
  const { status, text, raw: bytes } = await admin.call('GET', url)
  expect(status, text).toBe(200)
  expect(await checkData(admin, { laji: 'hinnastot', bytes })).toMatchObject({ faults: [], uusia: 0, jo: [{ rivi: 2 }] })
})
