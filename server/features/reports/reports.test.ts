import { randomUUID } from 'node:crypto'
import { readSheet } from 'read-excel-file/node'
import { afterAll, expect, test } from 'vitest'
import { type Report, reportCall } from '#domain/features/reports/report.ts'
import { shareEvenly } from '#domain/testing/share-evenly.ts'
import { fromCents } from '#domain/values/money.ts'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { insert, startServerWithUsers } from '#server/testing/test-server.ts'

const { server, admin, customer, driver } = await startServerWithUsers('Raportti Oy')
afterAll(() => server.close())

let number = 5000
type Line = { auto_id?: string; kuljettaja_id?: string; tila?: string; status?: number }
async function addOrder(values: Record<string, unknown>, lines: readonly Line[] = []): Promise<string> {
  const id = randomUUID()
  const usual = { asiakas_id: customer.asiakasId, tilausnro: number++, tilauksen_tila: 'toimitettu', avoin: false }
  await insert(server.pool, 'tilaus', { id, ...usual, ...values })
  for (const line of lines)
    await insert(server.pool, 'lahetys', { id: randomUUID(), tilaus_id: id, asiakas_id: customer.asiakasId, tila: 'toimitettu', ...line })
  return id
}
async function report(month?: string): Promise<Report> {
  const answer = await admin.call('GET', month ? `/api/raportit?kuukausi=${month}` : '/api/raportit')
  expect(answer.status, answer.text).toBe(200)
  return reportCall.output.parse(answer.body)
}
const figures = (rows: Report['ryhmat']['auto']) => Object.fromEntries(rows.map(({ nimi, summat, maarat }) => [nimi, [summat, maarat]]))
async function addCar(rekisterinumero: string): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, 'auto', { id, rekisterinumero })
  return id
}

test('orders count in the month of their delivery in Helsinki, beside the month before and the year before', async () => {
  const [first, last] = [midnightOf('2025-06-01'), midnightOf('2025-07-01') - 1]
  for (const timestamp_toimitettu of [first, last]) await addOrder({ hinta: 10.55, timestamp_toimitettu })
  await addOrder({ hinta: 7, timestamp_toimitettu: first - 1, tyyppi: 'tunti', tilauksen_tila: 'laskutettu' })
  await addOrder({ hinta: 1, timestamp_toimitettu: midnightOf('2024-06-30'), tyyppi: 'vuokraus' })
  // Of another month, not delivered, removed.
  await addOrder({ hinta: 500, timestamp_toimitettu: last + 1 })
  await addOrder({ hinta: 500, timestamp_toimitettu: first, tilauksen_tila: 'kuljetuksessa' })
  await addOrder({ hinta: 500, timestamp_toimitettu: first, status: 0 })
  const { kuukaudet, yhteensa, ryhmat } = await report('2025-06')
  expect(kuukaudet).toEqual(['2025-06-01', '2025-05-01', '2024-06-01'].map(midnightOf))
  expect(yhteensa).toMatchObject({ summat: [21.1, 7, 1], maarat: [2, 1, 1] })
  expect(figures(ryhmat.asiakas)).toEqual({
    'Raportti Oy': [
      [21.1, 7, 1],
      [2, 1, 1],
    ],
  })
  expect(figures(ryhmat.tyyppi)).toEqual({
    Lähetys: [
      [21.1, 0, 0],
      [2, 0, 0],
    ],
    Tuntityö: [
      [0, 7, 0],
      [0, 1, 0],
    ],
    Vuokraus: [
      [0, 0, 1],
      [0, 0, 1],
    ],
  })
  expect(figures(ryhmat.auto)).toEqual({
    'Ei autoa': [
      [21.1, 7, 1],
      [2, 1, 1],
    ],
  })
})

test('an order’s price is shared by its live lines to the cent, shipments before hourly jobs', async () => {
  const timestamp_toimitettu = midnightOf('2025-03-31')
  const [a, b] = [await addCar('AAA-1'), await addCar('BBB-2')]
  const lines = [
    { auto_id: b, kuljettaja_id: driver.id },
    { auto_id: a },
    { auto_id: b },
    { auto_id: a, tila: 'peruutettu' },
    { auto_id: a, status: 0 },
  ]
  const order = await addOrder({ hinta: 100.01, timestamp_toimitettu }, lines)
  const job = { id: randomUUID(), tilaus_id: order, asiakas_id: customer.asiakasId, auto_id: a, tila: 'toimitettu' }
  await insert(server.pool, 'tuntituote', job)
  await addOrder({ hinta: 5, timestamp_toimitettu, tyyppi: 'vuokraus' })
  const shares = shareEvenly(10_001, 4).map(fromCents)
  expect(shares).toEqual([25.01, 25, 25, 25])
  const { ryhmat, yhteensa } = await report('2025-03')
  expect(figures(ryhmat.auto)).toEqual({
    'BBB-2': [
      [50.01, 0, 0],
      [2, 0, 0],
    ],
    'AAA-1': [
      [50, 0, 0],
      [2, 0, 0],
    ],
    'Ei autoa': [
      [5, 0, 0],
      [1, 0, 0],
    ],
  })
  expect(figures(ryhmat.kuljettaja)).toEqual({
    'Ei kuljettajaa': [
      [80, 0, 0],
      [4, 0, 0],
    ],
    'Maija Meikäläinen': [
      [25.01, 0, 0],
      [1, 0, 0],
    ],
  })
  expect(yhteensa.summat[0]).toBe(105.01)
})

test('an order group counts once with its joint price, in its last order', async () => {
  const tilaus_ryhma_id = randomUUID()
  await insert(server.pool, 'tilaus_ryhma', { id: tilaus_ryhma_id, asiakas_id: customer.asiakasId, hinta: 300 })
  await addOrder({ hinta: 200, timestamp_toimitettu: midnightOf('2025-01-31'), tilaus_ryhma_id })
  await addOrder({ hinta: 250, timestamp_toimitettu: midnightOf('2025-02-01'), tilaus_ryhma_id })
  expect((await report('2025-02')).yhteensa).toMatchObject({ summat: [300, 0, 0], maarat: [1, 1, 0] })
})

test('a group without a joint price has no price, as in the list of uninvoiced orders', async () => {
  await server.pool.query('UPDATE tilaus SET tilauksen_tila = $1', ['laskutettu'])
  const today = midnightOf('2026-11-18')
  const addGroup = async (hinta: number) => {
    const tilaus_ryhma_id = randomUUID()
    await insert(server.pool, 'tilaus_ryhma', { id: tilaus_ryhma_id, asiakas_id: customer.asiakasId, hinta })
    for (const days of [2, 10]) await addOrder({ hinta: 40, timestamp_toimitettu: addDays(today, -days), tilaus_ryhma_id })
  }
  await addGroup(0)
  await addGroup(70)
  const { laskuttamatta, yhteensa } = await report('2026-11')
  expect(laskuttamatta.slice(0, 2)).toMatchObject([
    { tilauksia: 2, summa: 0, hinnattomia: 1 },
    { tilauksia: 2, summa: 70, hinnattomia: 1 },
  ])
  expect(yhteensa.summat[0]).toBe(70)
  const listed = await admin.call('GET', '/api/laskuttamattomat_tilaukset/asiakkaat')
  expect(listed.body.data, listed.text).toMatchObject([{ tilauksia: 4, puutteellisia: 4, summa: 70, summa_0_7: 0, summa_8_14: 70 }])
})

test('uninvoiced orders are counted by their age', async () => {
  await server.pool.query('UPDATE tilaus SET tilauksen_tila = $1', ['laskutettu'])
  const today = midnightOf('2026-11-18')
  const delivered = (days: number, hinta = 10) => addOrder({ hinta, timestamp_toimitettu: addDays(today, -days) })
  for (const days of [0, 7, 8, 14, 15, 30, 31, 400]) await delivered(days)
  await delivered(3, 0)
  expect((await report()).laskuttamatta).toEqual([
    { nimi: '0–7 pv', tilauksia: 3, summa: 20, hinnattomia: 1 },
    { nimi: '8–14 pv', tilauksia: 2, summa: 20, hinnattomia: 0 },
    { nimi: '15–30 pv', tilauksia: 2, summa: 20, hinnattomia: 0 },
    { nimi: 'Yli 30 pv', tilauksia: 2, summa: 20, hinnattomia: 0 },
  ])
})

test('each table is a file, for administrators only; an unknown month or table is refused', async () => {
  const file = (query: string, who = admin) => who.call('GET', `/api/raportit/tiedosto?${query}`)
  const csv = await file('kuukausi=2025-03&taulukko=auto')
  expect(csv.headers['content-disposition']).toBe('attachment; filename=raportti-auto-2025-03.csv')
  expect(
    csv.text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n'),
  ).toEqual([
    'Auto;3/2025 (€, alv 0 %);2/2025 (€, alv 0 %);3/2024 (€, alv 0 %);3/2025 kuljetuksia;2/2025 kuljetuksia;3/2024 kuljetuksia',
    'BBB-2;50,01;;;2;0;0',
    'AAA-1;50,00;;;2;0;0',
    'Ei autoa;5,00;300,00;;1;1;0',
  ])
  expect((await readSheet((await file('kuukausi=2025-03&taulukko=asiakas&muoto=xlsx')).raw))[1]).toEqual([
    'Raportti Oy',
    105.01,
    300,
    null,
    2,
    1,
    0,
  ])
  expect((await readSheet((await file('taulukko=laskuttamatta&muoto=xlsx')).raw))[1]).toEqual(['0–7 pv', 3, 1, 20])
  for (const query of ['taulukko=kaikki', 'taulukko=auto&kuukausi=2025-13', 'taulukko=auto&muoto=pdf', 'taulukko=auto&jokin=1'])
    expect((await file(query)).status, query).toBe(400)
  for (const query of ['kuukausi=huhti', 'kuukausi=2025-1', 'kuukausi=1969-12'])
    expect((await admin.call('GET', `/api/raportit?${query}`)).status).toBe(400)
  for (const who of [customer, driver]) {
    expect((await who.call('GET', '/api/raportit')).status).toBe(403)
    expect((await file('taulukko=auto', who)).status).toBe(403)
  }
})
