// What takes long is done in worker processes, or in pieces between which others are served.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { engineRuns } from '#server/testing/event-loop/engine-runs.ts'
import { holdWorkers } from '#server/testing/event-loop/held-workers.ts'
import { dataFile, newBusinessId, sendData } from '#server/testing/imports/data-files.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

/** Customers with visiting and billing addresses. */
const customers = (count: number, name = 'Asiakas') =>
  Array.from({ length: count }, (_, index) => ({
    ...{ nimi: `${name} ${index} Oy`, y_tunnus: newBusinessId(), maksuehto: '21', laskutus_email: `laskut${index}@esimerkki.fi` },
    ...{ kayntiosoite: `Katu ${index}`, kayntipostinumero: '33100', kayntipostitoimipaikka: 'Tampere' },
  }))

test('a file is parsed in a worker process, and others are served meanwhile', async () => {
  const workers = holdWorkers()
  const sending = sendData(admin, dataFile('asiakkaat', customers(3)), { tarkista: true })
  try {
    expect(await workers.heldBefore(sending, 'parse-table.worker.ts')).toBe('held')
    expect((await admin.call('GET', '/jsonapi/tilaus_entity/tilaus_entity')).status).toBe(200)
  } finally {
    workers.release()
  }
  expect(await sending).toMatchObject({ status: 200, body: { uusia: 3, virheet: [] } })
})

test('customers are checked, stored and updated two hundred at a time', async () => {
  const [few, many] = [customers(150, 'Pieni'), customers(350, 'Suuri')]
  const changed = (rows: typeof few) => rows.map((row) => ({ ...row, maksuehto: '30' }))
  const runsOf = async (rows: typeof few, more: Record<string, unknown>) => {
    const { result, runs } = await engineRuns(server, () => sendData(admin, dataFile('asiakkaat', rows), more))
    expect(result.status, result.text.slice(0, 300)).toBe(200)
    expect((result.body.uusia ?? 0) + (result.body.paivitettyja ?? 0)).toBe(rows.length)
    return runs
  }
  for (const sent of [{ tarkista: true }, {}, { olemassa: 'paivita' }]) {
    const [first, second] = 'olemassa' in sent ? [changed(few), changed(many)] : [few, many]
    expect((await runsOf(second, sent)) - (await runsOf(first, sent)), JSON.stringify(sent)).toBe(1)
  }
})
