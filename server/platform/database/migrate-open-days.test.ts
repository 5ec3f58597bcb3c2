// Migration 0034 ends working days that were left open: payroll must be able to see which, and why.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const recordType = 'tyovuoro_kirjaus_entity--tyovuoro_kirjaus_entity'
const records = '/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity'
const reason =
  'Järjestelmän päivitys päätti auki jääneen työpäivän sen viimeisen työtehtävän alkuun, koska kuljettajalla oli useita avoimia työpäiviä. Tarkista loppuaika.'

let server: TestServer
let admin: Person
let start: number

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  start = server.clock.now - (server.clock.now % 60) - 8 * 3600
})
afterAll(() => server.close())

async function addDay(driver: Person, alkuaika: number, tasks: readonly number[] = []): Promise<string> {
  const data = {
    type: recordType,
    attributes: { alkuaika, loppuaika: alkuaika + 3000 },
    relationships: { kuljettaja: { data: { type: 'user--user', id: driver.id } } },
  }
  const made = await admin.call('POST', records, { data })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  const added = await operations(
    admin,
    tasks.map((at) => ({
      op: 'add',
      data: {
        type: 'tyovuoro_kirjaus_tehtava_entity--tyovuoro_kirjaus_tehtava_entity',
        attributes: { alkuaika: at, tyyppi: 'AJO' },
        relationships: { tyovuoro_kirjaus: { data: { type: recordType, id } } },
      },
    })),
  )
  if (tasks.length > 0) expect(added.status, added.text).toBe(200)
  return id
}
const dayOf = async (id: string) => (await admin.call('GET', `${records}/${id}`)).body.data.attributes
const historyOf = async (id: string) =>
  (await admin.call('GET', `/api/muutoshistoria?tyyppi=${recordType}&id=${id}`)).body.data.filter(
    ({ rivi }: { rivi: string }) => rivi === id,
  )

test('a day that the migration ends has a new version and a revision that says so; the newest day and other drivers’ stay open', async () => {
  const [driver, other] = [await server.person(['kuljettaja']), await server.person(['kuljettaja'])]
  const worked = await addDay(driver, start, [start + 600, start + 1800])
  const empty = await addDay(driver, start + 3600)
  const newest = await addDay(driver, start + 7200, [start + 7800])
  const alone = await addDay(other, start)
  const ids = [worked, empty, newest, alone]
  await server.pool.query('DROP INDEX tyovuoro_kirjaus_avoin')
  await server.pool.query('UPDATE tyovuoro_kirjaus SET loppuaika = 0, changed = 1, timestamp_latest_change = 1')
  await server.pool.query('UPDATE tyovuoro_kirjaus SET tarkistettu = true WHERE id = $1', [worked])
  const before = await Promise.all(ids.map(dayOf))

  await server.pool.query(await readFile(new URL('./migrations/0034-one-open-day.sql', import.meta.url), 'utf8'))

  const after = await Promise.all(ids.map(dayOf))
  expect(after.map(({ loppuaika }) => loppuaika)).toEqual([start + 1800, start + 3600, 0, 0])
  expect(after.slice(2)).toEqual(before.slice(2))
  for (const [index, id] of [worked, empty].entries()) {
    expect(after[index].vid).toBe(before[index].vid + 1)
    expect(after[index].changed).toBeGreaterThan(1)
    expect(after[index]).toMatchObject({ tarkistettu: false, revision_log_message: reason })
    const [latest] = await historyOf(id)
    expect(latest).toMatchObject({ vid: after[index].vid, kayttaja: '', syy: reason, aika: after[index].changed })
    expect(latest.muutokset).toEqual({
      loppuaika: [0, after[index].loppuaika],
      timestamp_latest_change: [1, after[index].changed],
      ...(id === worked ? { tarkistettu: [true, false] } : {}),
    })
  }
})
