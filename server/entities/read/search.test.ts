import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { makeAccessFixture } from '#server/testing/access-matrix/access-fixture.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { modelOf, type Resource, resourceNamed } from '../model.ts'
import { rightsOf } from '../rights.ts'
import { compilePlan } from './plan.ts'
import { searchDdl, searchedParts, searchedStep } from './search-text.ts'
import { parseQuery } from './wire-query.ts'

const pathOf = (name: EntityName) => `/jsonapi/${registry[name].group}/${registry[name].bundle}`
const model = modelOf(registry)
const searched = model.resources.filter(({ entity }) => entity.search)

let server: TestServer
let admin: Person
let customer: Person
let rival: Person
let driver: Person
let customerId: string
let rivals: string
let orders: Record<'own' | 'rival' | 'split', string>
let number = 5000

async function order(asiakas_id: string, lines: Record<string, unknown>[], values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, 'tilaus', { id, asiakas_id, tilausnro: ++number, ...values })
  for (const line of lines) await insert(server.pool, 'lahetys', { id: randomUUID(), asiakas_id, tilaus_id: id, ...line })
  return id
}

/** The ids that a person finds, best first. */
async function find(person: Person, q: string, name: EntityName = 'tilaus', more = ''): Promise<string[]> {
  const answer = await person.call('GET', `${pathOf(name)}?filter[q]=${encodeURIComponent(q)}${more}`)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.meta.count).toBe(answer.body.data.length)
  return answer.body.data.map(({ id }: { id: string }) => id)
}

beforeAll(async () => {
  server = await startTestServer()
  customerId = await server.customer('Pirkan Putki Oy')
  rivals = await server.customer('Äänekosken Ässä Ky')
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], customerId)
  rival = await server.person(['asiakas'], rivals)
  driver = await server.person(['kuljettaja'])
  orders = {
    own: await order(customerId, [
      {
        nouto_nimi: 'Hämeenlinnan Säkkivarasto',
        nouto_osoite1: 'Teollisuuskatu 12',
        toimitus_postitmp: 'Jyväskylä',
        toimitus_yhteyshenkilo_puhelin: '+358401234567',
        viite: 'PO-77812',
        viesti: '100% alennus_koodi (Rivi-771)',
        kuljettaja_id: driver.id,
      },
      { kuvaus: 'Kylmärullakko', toimitus_nimi: "O'Malley", kuljettaja_id: driver.id },
    ]),
    rival: await order(rivals, [{ nouto_nimi: 'Kilpailijan Säkkivarasto', viite: 'PO-77999' }]),
    split: await order(rivals, [
      { toimitus_nimi: 'Näkyväinen', kuljettaja_id: driver.id },
      { toimitus_nimi: 'Piilovaara', viite: 'SALA-1' },
    ]),
  }
})
afterAll(() => server.close())

describe('an order is found', () => {
  test.each([
    ['its number', () => String(number - 2)],
    ['its tunniste', () => `T-${number - 2}`],
    ['its tunniste in any writing', () => `t ${number - 2}`],
    ['a word', () => 'teollisuuskatu'],
    ['the beginning of a word', () => 'TEOLL'],
    ['two letters that begin a word', () => 'jy'],
    ['a part of a word', () => 'rullak'],
    ['words with their dots', () => 'hämeenlinnan säkki'],
    ['words without their dots', () => 'hameenlinnan jyvaskyla'],
    ['a phone as it is kept', () => '+358401234567'],
    ['a phone with a country code and spaces', () => '+358 40 123 4567'],
    ['a phone as people say it', () => '040 123 4567'],
    ['a phone with dashes', () => '040-1234567'],
    ['the beginning of a phone', () => '040123'],
    ['the end of a phone', () => '34567'],
    ['a reference', () => 'PO-77812'],
    ['a reference without its dash', () => 'po77812'],
    ['the number of a reference', () => '77812'],
    ['the name of its customer', () => 'pirkan'],
    ['words of several lines and its customer', () => 'putki kylmärullakko jyväskylä'],
    ['a code within a message', () => 'RIVI-77'],
    ['a name with a quote', () => "O'Malley"],
    ['a decomposed letter', () => 'ha\u0308meenlinnan'],
  ])('by %s', async (_what, q) => {
    expect(await find(admin, q())).toEqual([orders.own])
    expect(await find(customer, q())).toEqual([orders.own])
    expect(await find(driver, q())).toEqual([orders.own])
    expect(await find(rival, q())).toEqual([])
  })

  test.each(['%', '_', "'", '\\', '***', '()', '--', '!', ':*', '&|'])('not by %s', async (q) => {
    expect(await find(admin, q)).toEqual([])
    expect(await find(admin, q, 'tilaus', '&sort=-created')).toEqual([])
  })

  test('an empty search finds all rows; too long a text is refused with a sentence', async () => {
    expect((await find(admin, '  ')).length).toBeGreaterThan(2)
    const long = await admin.call('GET', `${pathOf('tilaus')}?filter[q]=${'a'.repeat(101)}`)
    expect(long.status).toBe(400)
    expect(long.body.errors[0]).toMatchObject({
      detail: 'Hakuteksti on liian pitkä: enintään 100 merkkiä.',
      source: { parameter: 'filter[q]' },
    })
    expect((await admin.call('GET', `${pathOf('tilaus')}?filter[q]=${encodeURIComponent('a b c d e f g h i')}`)).status).toBe(400)
    expect((await admin.call('GET', `${pathOf('lahetys')}?filter[q]=a`)).status).toBe(400)
  })

  test('exact matches come first, then beginnings of words, then parts of words; newer rows first', async () => {
    const mark = `zx${randomUUID().slice(0, 6)}`
    const part = await order(customerId, [{ viesti: `alku${mark}` }])
    const older = await order(customerId, [{ viesti: `${mark}loppu` }])
    const newer = await order(customerId, [{ viesti: `${mark} muuta` }])
    expect(await find(admin, mark)).toEqual([newer, older, part])
    expect(await find(admin, mark, 'tilaus', '&sort=tilausnro')).toEqual([part, older, newer])
    expect(await find(admin, mark, 'tilaus', `&filter[asiakas.id]=${rivals}`)).toEqual([])
    const numbered = await order(customerId, [], { tilausnro: 9_912_345 })
    const mentions = await order(customerId, [{ viite: '9912345' }])
    expect(await find(admin, '9912345')).toEqual([numbered, mentions])
    const page = await admin.call('GET', `${pathOf('tilaus')}?filter[q]=${mark}&page[limit]=1&page[offset]=1&include=lahetykset`)
    expect(page.body).toMatchObject({ data: [{ id: older }], meta: { count: 3 }, included: [{ attributes: { viesti: `${mark}loppu` } }] })
  })

  test('any text is accepted, and never finds rows of another company', async () => {
    const own = new Set(await find(customer, ''))
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }), async (text) => {
        const answer = await customer.call('GET', `${pathOf('tilaus')}?filter[q]=${encodeURIComponent(text)}`)
        expect([200, 400]).toContain(answer.status)
        for (const { id } of answer.body.data ?? []) expect(own).toContain(id)
      }),
      { numRuns: 60 },
    )
  })
})

test('the next call finds a changed value, and no longer the value that it replaced', async () => {
  const type = registry.tilaus.type
  const lid = randomUUID()
  const body = {
    'atomic:operations': [
      { op: 'add', data: { type, id: lid, attributes: { laskutus_viesti: 'Alkuviesti' } } },
      {
        op: 'add',
        data: {
          type: registry.lahetys.type,
          id: randomUUID(),
          attributes: { nouto_nimi: 'Ensipaikka' },
          relationships: { tilaus: { data: { type, id: lid } } },
        },
      },
    ],
  }
  const made = await customer.call('POST', '/jsonapi/operations', body)
  expect(made.status, made.text).toBe(200)
  expect(await find(customer, 'alkuviesti ensipaikka')).toEqual([lid])
  const line = made.body['atomic:results'][1].data.id
  const change = await customer.call('PATCH', `${pathOf('lahetys')}/${line}`, {
    data: { type: registry.lahetys.type, id: line, attributes: { nouto_nimi: 'Toinenpaikka' } },
  })
  expect(change.status, change.text).toBe(200)
  expect(await find(customer, 'toinenpaikka')).toEqual([lid])
  expect(await find(customer, 'ensipaikka')).toEqual([])
  await customer.call('DELETE', `${pathOf('lahetys')}/${line}`)
  expect(await find(admin, 'toinenpaikka')).toEqual([])
  const renamed = await admin.call('PATCH', `${pathOf('asiakas')}/${customerId}`, {
    data: { type: registry.asiakas.type, id: customerId, attributes: { name: 'Uudenniminen Oy' } },
  })
  expect(renamed.status, renamed.text).toBe(200)
  expect(await find(customer, 'uudenniminen alkuviesti')).toEqual([lid])
  await server.pool.query(`UPDATE asiakas SET name = 'Pirkan Putki Oy' WHERE id = $1`, [customerId])
  expect(await find(customer, 'uudenniminen')).toEqual([])
})

test('a driver finds no order by another driver’s line', async () => {
  expect(await find(driver, 'näkyväinen')).toEqual([orders.split])
  for (const q of ['piilovaara', 'piilo', 'SALA-1', 'näkyväinen piilovaara', 'iilova']) {
    expect(await find(driver, q), q).toEqual([])
    expect(await find(driver, q, 'tilaus', '&sort=-created'), q).toEqual([])
    expect(await find(rival, q), q).toEqual([orders.split])
  }
})

test('customers, people, cars and products are found', async () => {
  const mark = randomUUID().slice(0, 6)
  const [yhteyshenkilo, auto, tuote, foreign] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await insert(server.pool, 'yhteyshenkilo', {
    id: yhteyshenkilo,
    asiakas_id: customerId,
    sukunimi: `Sukunen${mark}`,
    puhelin: '+358509876543',
  })
  await insert(server.pool, 'auto', { id: auto, rekisterinumero: 'KLR-418' })
  await insert(server.pool, 'tuote', { id: tuote, asiakas_id: customerId, name: `Häkki ${mark}`, kuvaus: 'Verkkohäkki' })
  await insert(server.pool, 'tuote', { id: foreign, asiakas_id: rivals, name: `Häkki ${mark}` })
  await server.pool.query('UPDATE asiakas SET y_tunnus = $2 WHERE id = $1', [customerId, '1234567-1'])
  await server.pool.query(`UPDATE profile_kuljettaja SET field_sukunimi = $2, field_puhelinnumero = '44 765 4321' WHERE uid_id = $1`, [
    driver.id,
    `Ajaja${mark}`,
  ])
  for (const q of ['pirkan', '1234567-1', '12345671', `sukunen${mark}`, '050 987 6543'])
    expect(await find(admin, q, 'asiakas'), q).toEqual([customerId])
  for (const q of ['KLR-418', 'klr418', 'klr 418', '418']) expect(await find(admin, q, 'auto'), q).toEqual([auto])
  for (const q of [`ajaja${mark}`, `jaja${mark}`, driver.name, `${driver.name}@esimerkki.fi`, '044 7654321'])
    expect(await find(admin, q, 'user'), q).toEqual([driver.id])
  expect((await find(admin, `hakki ${mark}`, 'tuote')).sort()).toEqual([tuote, foreign].sort())
  expect(await find(customer, `verkkoh ${mark}`, 'tuote')).toEqual([tuote])
  expect(await find(customer, `ajaja${mark}`, 'user')).toEqual([])
  expect((await customer.call('GET', `${pathOf('auto')}?filter[q]=klr`)).body.meta?.count ?? 0).toBe(0)
})

const roles = ['kuljettaja', 'asiakas', 'asiakas_yllapito', 'huolto'] as const
type SearchRole = (typeof roles)[number]

/** A person of each role, and rows that these may read: the driver's and the customer's own rows of the access matrix. */
let people: Record<SearchRole, Person>
let ids: Map<string, string>
beforeAll(async () => {
  const fixture = await makeAccessFixture(server, 'kuljettaja')
  people = {
    kuljettaja: fixture.viewer,
    asiakas: await server.person(['asiakas'], fixture.customer.own),
    asiakas_yllapito: await server.person(['asiakas', 'asiakas_yllapito'], fixture.customer.own),
    huolto: await server.person(['huolto']),
  }
  ids = new Map(entityNames.map((name) => [name, fixture.rows[name].own]))
  // A user has searchable profiles of every kind.
  ids.set('user', people.asiakas.id)
  for (const name of ['profile_yllapito', 'profile_kuljettaja'] as const) {
    ids.set(name, randomUUID())
    await insert(server.pool, name, { id: ids.get(name), uid_id: people.asiakas.id })
  }
  const profile = await server.pool.query<{ id: string }>('SELECT id FROM profile_asiakas WHERE uid_id = $1', [people.asiakas.id])
  ids.set('profile_asiakas', profile.rows[0]?.id ?? '')
})

/** Every searched field that can hold any word. */
const numbers = ['tunniste', 'tilausnro', 'numero']
const fields = searched.flatMap((resource) =>
  [...searchedParts(resource)].flatMap(([step, parts]) =>
    parts.filter(({ field }) => !numbers.includes(field)).map(({ field }) => ({ resource, step, field })),
  ),
)

test.each(fields.map((one) => [`${one.resource.name} by ${one.step}${one.step && '.'}${one.field}`, one] as const))(
  '%s: found by those alone who see it',
  async (_name, { resource, step, field }) => {
    const word = `q${randomUUID().replaceAll('-', '').slice(0, 8)}`
    const at = step === '' ? resource : searchedStep(model, resource, step).target
    await server.pool.query(`UPDATE "${at.name}" SET ${field} = $2 WHERE id = $1`, [ids.get(at.name), word])
    const name = resource.name as EntityName
    expect(await find(admin, word, name)).toContain(ids.get(name))
    for (const role of roles) {
      const viewer = people[role]
      const shown = await viewer.call('GET', `/jsonapi/${at.entity.group}/${at.entity.bundle}?filter[${field}]=${word}`)
      const sees = shown.status === 200 && shown.body.meta.count === 1 && isStepVisible(role, resource, step)
      for (const more of ['', '&sort=-created']) {
        const answer = await viewer.call('GET', `${pathOf(name)}?filter[q]=${word}${more}`)
        const found = answer.body.data?.some(({ id }: { id: string }) => id === ids.get(name)) ?? false
        const readsRow = (await viewer.call('GET', `${pathOf(name)}/${ids.get(name)}`)).status === 200
        expect(found, `${role} ${shown.text}`).toBe(sees && readsRow)
      }
    }
  },
)

const isStepVisible = (role: SearchRole, resource: Resource, step: string): boolean =>
  step === '' ||
  !rightsOf({ roles: role === 'asiakas_yllapito' ? ['asiakas', role] : [role] })
    .reach(resource.name)
    .hide.has(step)

test('the migrations contain the generated tables and triggers of the search', async () => {
  const folder = join(import.meta.dirname, '../../platform/database/migrations')
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  for (const resource of searched)
    expect(texts.join('\n').includes(searchDdl(model, resource)), `node tools/draft-migration.ts ${resource.name}`).toBe(true)
})

describe('the best hits do not depend on how common the word is or how old its rows are', () => {
  // The newest row is last. A search scans the newest 2 000 of the 16 000 rows, and the next 10 000 if the word is common.
  const words = {
    tihea: 'n % 4 = 0 AND n < 13000',
    harva: 'n % 97 = 0',
    vanha: 'n % 3 = 0 AND n < 3000',
    tuore: 'n > 15900',
    esimerkki: 'n % 6 = 0 AND n < 14000',
    merkkipaalu: 'n % 500 = 0',
  }
  beforeAll(async () => {
    const names = Object.entries(words).map(([word, holds]) => `CASE WHEN ${holds} THEN '${word}' END`)
    const template = randomUUID()
    await insert(server.pool, 'tuote', { id: template, name: 'malli' })
    await server.pool.query(
      `INSERT INTO tuote SELECT (jsonb_populate_record(t, jsonb_build_object(
         'id', gen_random_uuid(), 'drupal_internal__id', 100000 + n, 'name', concat_ws(' ', 'tavara', ${names.join(', ')})))).*
       FROM tuote t, generate_series(1, 16000) n WHERE t.id = $1 ORDER BY n`,
      [template],
    )
    await server.pool.query('VACUUM ANALYZE tuote_haku, hakusana, tuote')
  })

  test.each(['tihea', 'harva', 'vanha', 'tuore', 'merkki', 'mer', 'tihea merkki', 'tavara vanha', 'eilainkaan'])('%s', async (q) => {
    const found: string[] = []
    for (const offset of [0, 250]) {
      const page = await admin.call(
        'GET',
        `/jsonapi/tuote_entity/tuote_entity?filter[q]=${encodeURIComponent(q)}&page[limit]=250&page[offset]=${offset}`,
      )
      expect(page.status, page.text).toBe(200)
      found.push(...page.body.data.map(({ id }: { id: string }) => id))
    }
    const each = (form: (word: string) => string) =>
      q
        .split(' ')
        .map((word) => `h.sanat LIKE '${form(word)}'`)
        .join(' AND ')
    const { rows } = await server.pool.query<{ id: string }>(
      `SELECT h.id FROM tuote_haku h WHERE ${each((word) => `%${word}%`)} ORDER BY (${each((word) => `% ${word}%`)}) DESC, h.nro DESC LIMIT 500`,
    )
    expect(found).toEqual(rows.map(({ id }) => id))
  })
})

describe('no search reads a whole large table', () => {
  beforeAll(async () => {
    // Of a dozen orders the planner would read all rows instead of using the index of words.
    await server.pool.query(
      `INSERT INTO tilaus SELECT (jsonb_populate_record(t, jsonb_build_object(
         'id', gen_random_uuid(), 'drupal_internal__id', 500000 + n, 'tilausnro', 500000 + n))).*
       FROM tilaus t, generate_series(1, 100) n WHERE t.id = $1`,
      [orders.own],
    )
    await server.pool.query(
      `INSERT INTO tilaus_haku SELECT gen_random_uuid(), 1000000 + n, ' sana' || n || ' yhteinen ' FROM generate_series(1, 20000) n`,
    )
    await server.pool.query(`INSERT INTO hakusana SELECT 'sanasto' || n FROM generate_series(1, 20000) n`)
    await server.pool.query('VACUUM ANALYZE tilaus_haku, hakusana, tilaus')
  })

  test.each(['sana17', 'yhteinen', 'yh', 'eitaalla', 'sana17 yhteinen', '040 1234567', 'T-1042'])('%s', async (q) => {
    const rights = rightsOf({ roles: ['yllapito'] })
    for (const more of [{}, { sort: '-created' }]) {
      const query = parseQuery(model, rights, [resourceNamed(model, 'tilaus')], { 'filter[q]': q, ...more })
      const { text, sources } = compilePlan(model, rights, [resourceNamed(model, 'tilaus')], { page: query })
      const client = await server.pool.connect()
      try {
        await client.query('SET plan_cache_mode = force_generic_plan')
        const values = sources.map((source) => ('value' in source ? [...query.values, query.offset][source.value] : admin.id))
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).not.toMatch(/Seq Scan on (tilaus_haku|hakusana)/)
        expect(plan).toMatch(/tilaus_haku_sanat/)
      } finally {
        client.release()
      }
    }
  })
})
