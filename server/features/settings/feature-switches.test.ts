// The features switched off one by one (rules/settings.md#feature-switches): what each covers is gone, and nothing else.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { featureCoverage } from '#domain/features/settings/feature-switches.ts'
import { type FeatureName, featureLabels, featureNames } from '#domain/model/features.ts'
import { registry } from '#domain/model/registry.ts'
import { assignDriver, operations, orderType, placeOrder, setState, shipmentType } from '#server/testing/deliveries.ts'
import { type Answer, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let driver: Person
/** One of each role. */
let people: Person[]

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer())
  driver = await server.person(['kuljettaja'])
  const customerAdministrator = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer())
  people = [admin, customer, customerAdministrator, driver, await server.person(['huolto'])]
})
afterAll(() => server.close())

const switchOff = async (...off: FeatureName[]) => {
  const { versio } = (await admin.call('GET', '/api/asetukset')).body
  const saved = await admin.call('PATCH', '/api/asetukset', { values: { poissa_kaytosta: off }, versio })
  expect(saved.status, saved.text).toBe(200)
}
beforeEach(() => switchOff())

const offText = (feature: FeatureName) => `Toiminto ${featureLabels[feature]} ei ole käytössä.`
const detailsOf = ({ body }: Answer): string[] =>
  body.errors.map(({ detail, message }: { detail?: string; message?: string }) => detail ?? message)
const pathOf = (name: keyof typeof registry) => `/jsonapi/${registry[name].group}/${registry[name].bundle}`
const typeOf = (name: keyof typeof registry) => registry[name].type
const order = (rows: Record<string, unknown>[], jobs: Record<string, unknown>[] = []) => {
  const id = randomUUID()
  const relationships = { tilaus: { data: { type: orderType, id } } }
  return operations(customer, [
    { op: 'add', data: { type: orderType, id, attributes: {} } },
    ...rows.map((attributes) => ({ op: 'add', data: { type: shipmentType, attributes, relationships } })),
    ...jobs.map((attributes) => ({ op: 'add', data: { type: typeOf('tuntituote'), attributes, relationships } })),
  ])
}

describe.each(featureNames)('without %s', (feature) => {
  const { entities = [], calls = [] } = featureCoverage[feature]

  test('the web app knows, and so does every other call what it always did', async () => {
    await switchOff(feature)
    const { features } = (await server.call('GET', '/config.json')).body
    expect(featureNames.filter((name) => !features[name])).toEqual([feature])
    expect((await admin.call('GET', pathOf('auto'))).status).toBe(200)
    expect((await customer.call('GET', '/api/avoimet_tilaukset')).status).toBe(200)
    expect((await order([{}])).status).toBe(200)
    for (const other of featureNames.filter((name) => name !== feature))
      for (const entity of featureCoverage[other].entities ?? []) expect((await admin.call('GET', pathOf(entity))).status, entity).toBe(200)
  })

  test.skipIf(entities.length === 0)('its entities are as if they were not there', async () => {
    await switchOff(feature)
    for (const entity of entities) {
      const id = randomUUID()
      const data = { type: typeOf(entity), id, attributes: {} }
      const answers = [
        await admin.call('GET', pathOf(entity)),
        await admin.call('GET', `${pathOf(entity)}/${id}`),
        await admin.call('POST', pathOf(entity), { data }),
        await operations(admin, [{ op: 'add', data }]),
      ]
      for (const answer of answers) expect([answer.status, detailsOf(answer)], entity).toEqual([404, [offText(feature)]])
    }
    await switchOff()
    for (const entity of entities) expect((await admin.call('GET', pathOf(entity))).status, entity).toBe(200)
  })

  test.skipIf(entities.length + calls.length === 0)('its entities and calls are not found for any role, and are back with it', async () => {
    const urls = [
      ...entities.map(pathOf),
      ...server.app.routeList.flatMap(({ method, url }) => (method === 'GET' && calls.includes(url) ? [url] : [])),
    ]
    const statuses = (who: Person) => Promise.all(urls.map(async (url) => (await who.call('GET', url)).status))
    const before = await Promise.all(people.map(statuses))
    await switchOff(feature)
    // 404 for everybody: a second 403 would end the session.
    for (const who of people) expect(await statuses(who)).toEqual(urls.map(() => 404))
    await switchOff()
    expect(await Promise.all(people.map(statuses))).toEqual(before)
    expect(before.flat()).not.toContain(404)
  })

  test.skipIf(calls.length === 0)('its calls that there are are not there', async () => {
    const routes = server.app.routeList.filter(({ url }) => calls.some((path) => url === path || url.startsWith(`${path}/`)))
    await switchOff(feature)
    for (const { method, url } of routes.filter(({ method }) => method === 'GET' || method === 'POST')) {
      const answer = await admin.call(method === 'GET' ? 'GET' : 'POST', url, method === 'GET' ? undefined : {})
      expect([answer.status, answer.body.message], url).toEqual([404, offText(feature)])
    }
  })
})

test('reservations: a shipment has none, and those that are there stay', async () => {
  const reserved = await placeOrder(customer, [{ varauma: 'lava' }])
  await switchOff('varauma')
  const refused = await order([{ varauma: 'pakettiauto' }])
  expect([refused.status, detailsOf(refused)]).toEqual([422, [offText('varauma')]])
  const [id = ''] = reserved.shipments
  const change = (attributes: Record<string, unknown>) =>
    customer.call('PATCH', `${pathOf('lahetys')}/${id}`, { data: { type: shipmentType, id, attributes } })
  expect((await change({ viesti: 'Ovi 3', varauma: 'lava' })).status).toBe(200)
  expect((await change({ varauma: '' })).status).toBe(422)
})

test('several products: an order has one row of goods, and those with more stay', async () => {
  const before = await placeOrder(customer, [{}, {}])
  await switchOff('useat_tuotteet')
  const refused = await order([{}, {}])
  expect([refused.status, detailsOf(refused)]).toEqual([422, [`${offText('useat_tuotteet')} Tilauksella on yksi tuoterivi.`]])
  expect((await order([{}])).status).toBe(200)
  const change = { op: 'update', data: { type: shipmentType, id: before.shipments[0], attributes: { viesti: 'Ovi 3' } } }
  expect((await operations(customer, [change])).status).toBe(200)
})

test('extra work: goods go without hourly jobs, and hourly work alone is still ordered', async () => {
  await switchOff('lisatyot')
  const refused = await order([{}], [{ aika: 60 }])
  expect([refused.status, detailsOf(refused)]).toEqual([422, [offText('lisatyot')]])
  const id = randomUUID()
  const alone = await operations(customer, [
    { op: 'add', data: { type: orderType, id, attributes: { tyyppi: 'tunti' } } },
    {
      op: 'add',
      data: { type: typeOf('tuntituote'), attributes: { aika: 60 }, relationships: { tilaus: { data: { type: orderType, id } } } },
    },
  ])
  expect(alone.status, alone.text).toBe(200)
})

test('addresses: they are read but not written', async () => {
  await switchOff('osoitteiden_hallinta')
  expect((await customer.call('GET', pathOf('postiosoite'))).status).toBe(200)
  const data = { type: typeOf('postiosoite'), attributes: { name: 'Varasto', field_osoite_1: 'Tie 1' } }
  const refused = await customer.call('POST', pathOf('postiosoite'), { data })
  expect([refused.status, detailsOf(refused)]).toEqual([404, [offText('osoitteiden_hallinta')]])
  await switchOff()
  expect((await customer.call('POST', pathOf('postiosoite'), { data })).status).toBe(201)
})

test('transfers: nothing sets out for a terminal, and what is on its way arrives', async () => {
  const [going, waiting] = [await placeOrder(customer), await placeOrder(customer)]
  await assignDriver(admin, driver, [...going.shipments, ...waiting.shipments])
  await setState(driver, going.shipments, 'odottaa_siirtoa')
  await switchOff('siirto_terminaaliin')
  const refused = await operations(driver, [
    { op: 'update', data: { type: shipmentType, id: waiting.shipments[0], attributes: { tila: 'odottaa_siirtoa' } } },
  ])
  expect([refused.status, detailsOf(refused)]).toEqual([422, ['Tilaa ei voi vaihtaa: Odottaa noutoa → Siirto terminaaliin']])
  const moved = await admin.call('POST', '/api/avoimet_tilaukset', { operation: 'markAsSiirrossa', params: { id: going.shipments } })
  expect(moved.body.results).toMatchObject([{ success: true }])
})

test('what is switched off is not read through other entities and calls either', async () => {
  const reads: [FeatureName, string][] = [
    ['vuokraukset', `/api/rekisteri-vienti?tyyppi=${typeOf('vuokraus')}&sarakkeet=name,hinta`],
    ['vuokraukset', `/api/muutoshistoria?tyyppi=${typeOf('vuokraus')}&id=${randomUUID()}`],
    ['vuokraukset', `/api/kayttokohteet?tyyppi=${typeOf('vuokraus')}&id=${randomUUID()}`],
    ['tyovuorot', `/api/rekisteri-vienti?tyyppi=${typeOf('lahetys')}&sarakkeet=name,tyovuoro`],
    ['tyovuorot', `/api/rekisteri-vienti?tyyppi=${typeOf('lahetys')}&sarakkeet=name&filter[tyovuoro.tila]=PUBLISHED`],
    ['tyovuorot', `${pathOf('lahetys')}?include=tyovuoro`],
    ['tyovuorot', `${pathOf('lahetys')}?filter[tyovuoro.tila]=PUBLISHED`],
    ['tyovuorot', `${pathOf('lahetys')}?sort=tyovuoro.paiva`],
    ['tyovuorot', `${pathOf('lahetys')}/${randomUUID()}?include=tyovuoro`],
    ['tyovuorot', `${pathOf('lahetys')}/${randomUUID()}/tyovuoro`],
    ['tyovuorot', `${pathOf('lahetys')}/${randomUUID()}/relationships/tyovuoro`],
    ['tuntituote_toisto', `${pathOf('tilaus')}?include=tuntituotteet.tuntituote_toisto`],
  ]
  const statusesOf = async () => {
    const answers: [string, number, string[]][] = []
    for (const [, path] of reads) {
      const answer = await admin.call('GET', path)
      answers.push([path, answer.status, answer.status < 400 ? [] : detailsOf(answer)])
    }
    return answers
  }
  const before = await statusesOf()
  for (const [path, status, details] of before)
    expect([path, [200, 404].includes(status), details.join().includes('Toiminto')]).toEqual([path, true, false])
  await switchOff(...new Set(reads.map(([feature]) => feature)))
  expect(await statusesOf()).toEqual(reads.map(([feature, path]) => [path, 404, [offText(feature)]]))
})

test('a row is not said to be used by rows of what is switched off', async () => {
  const asiakas_id = await server.customer()
  const data = { type: typeOf('vuokraus'), attributes: { asiakas_id, name: 'Kontti' } }
  const rental = await admin.call('POST', pathOf('vuokraus'), { data })
  expect(rental.status, rental.text).toBe(201)
  const uses = async () => {
    const { body } = await admin.call('GET', `/api/kayttokohteet?tyyppi=${typeOf('asiakas')}&id=${asiakas_id}`)
    return body.data.map(({ entiteetti }: { entiteetti: string }) => entiteetti)
  }
  expect(await uses()).toContain('vuokraus')
  await switchOff('vuokraukset')
  expect(await uses()).not.toContain('vuokraus')
})
