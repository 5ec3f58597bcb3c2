import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#domain/model/registry.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

const carType = registry.auto.type
const productType = registry.tuote.type
const exportRegister = (who: Person, type: string, columns: string, rest = '') =>
  who.call('GET', `/api/rekisteri-vienti?tyyppi=${type}&sarakkeet=${columns}${rest}`)
const make = async (type: string, attributes: object): Promise<void> => {
  const made = await admin.call('POST', `/jsonapi/${type.replace('--', '/')}`, { data: { type, attributes } })
  expect(made.status, made.text).toBe(201)
}

test('the file has the filtered and sorted rows of a list, with the labels of the registry', async () => {
  await make(carType, { rekisterinumero: 'AAA-111', name: '=SUM(A1)', seuraava_katsastus: 1_795_039_200 })
  await make(carType, { rekisterinumero: 'BBB-222', name: 'Kuorma-auto' })
  const all = await exportRegister(admin, carType, 'rekisterinumero,name,seuraava_katsastus', '&sort=-rekisterinumero')
  expect([all.status, all.headers['content-type']], all.text).toEqual([200, 'text/csv; charset=utf-8'])
  expect(all.text).toBe("\ufeffRekisterinumero;Nimi;Seuraava katsastus\r\nBBB-222;Kuorma-auto;\r\nAAA-111;'=SUM(A1);19.11.2026\r\n")
  const one = await exportRegister(admin, carType, 'rekisterinumero', '&filter[q]=aaa111')
  expect(one.text).toBe('\ufeffRekisterinumero\r\nAAA-111\r\n')
})

test('a relation is the name of its row; users get the rows that they may read', async () => {
  const [own, other] = [await server.customer('Oma Oy'), await server.customer('Muu Oy')]
  await make(productType, { name: 'Omamme', asiakas_id: own })
  await make(productType, { name: 'Heidän', asiakas_id: other })
  expect((await exportRegister(admin, productType, 'name,asiakas', '&sort=name')).text).toBe(
    '\ufeffNimi;Asiakas\r\nHeidän;Muu Oy\r\nOmamme;Oma Oy\r\n',
  )
  const customer = await server.person(['asiakas'], own)
  expect((await exportRegister(customer, productType, 'name,asiakas')).text).toBe('\ufeffNimi;Asiakas\r\nOmamme;Oma Oy\r\n')
  expect((await exportRegister(customer, carType, 'name')).status).toBe(403)
})

test('an address is written in full, as the list shows it', async () => {
  const id = await server.customer('Osoite Oy')
  const address = { field_osoite_1: 'Kuormatie 49', field_postinumero: '26100', field_postitoimipaikka: 'Rauma', asiakas_id: id }
  const { body } = await admin.call('POST', '/jsonapi/osoite_entity/postiosoite', {
    data: { type: registry.postiosoite.type, attributes: { name: 'Osoite Oy', ...address } },
  })
  const relationships = { kayntiosoite: { data: { type: registry.postiosoite.type, id: body.data.id } } }
  const { vid } = (await admin.call('GET', `/jsonapi/asiakas_entity/asiakas_entity/${id}`)).body.data.attributes
  const saved = await admin.call('PATCH', `/jsonapi/asiakas_entity/asiakas_entity/${id}`, {
    data: { type: registry.asiakas.type, id, attributes: { vid }, relationships },
  })
  expect(saved.status, saved.text).toBe(200)
  const file = await exportRegister(admin, registry.asiakas.type, 'name,kayntiosoite', '&filter[q]=Osoite')
  expect(file.text).toBe('\ufeffNimi;Käyntiosoite\r\nOsoite Oy;Kuormatie 49, 26100 Rauma\r\n')
})

test('unknown types, columns and parameters are refused by name', async () => {
  const faults = async (...call: [type: string, columns: string, rest?: string]) => {
    const { status, body } = await exportRegister(admin, ...call)
    return [status, body.errors[0]]
  }
  expect(await faults('lentokone', 'name')).toEqual([400, { field: 'tyyppi', message: 'Tuntematon tyyppi: lentokone.' }])
  expect(await faults(carType, 'name,siivet')).toEqual([400, { field: 'sarakkeet', message: 'Tuntematon sarake: siivet.' }])
  expect(await faults(carType, 'toString')).toEqual([400, { field: 'sarakkeet', message: 'Tuntematon sarake: toString.' }])
  expect(await faults(carType, 'huollot')).toEqual([400, { field: 'sarakkeet', message: 'Tuntematon sarake: huollot.' }])
  expect(await faults(carType, 'name', '&lentokorkeus=3')).toEqual([
    400,
    { field: 'lentokorkeus', message: 'Tuntematon parametri: lentokorkeus.' },
  ])
})

test('a column that is hidden from a role is unknown to it', async () => {
  const customer = await server.person(['asiakas'], await server.customer())
  const hidden = await exportRegister(customer, registry.lahetys.type, 'name,kuljettaja')
  expect([hidden.status, hidden.body.errors]).toEqual([400, [{ field: 'sarakkeet', message: 'Tuntematon sarake: kuljettaja.' }]])
})

test('an .xlsx file has numbers and days as typed cells, and the same texts as CSV', async () => {
  await make(carType, { rekisterinumero: 'CCC-333', name: '=SUM(A1)', seuraava_katsastus: 1_795_039_200 })
  const cars = await exportRegister(admin, carType, 'rekisterinumero,name,seuraava_katsastus', '&muoto=xlsx&filter[q]=ccc333')
  expect(cars.status, cars.text).toBe(200)
  expect(cars.headers['content-disposition']).toMatch(/^attachment; filename=rekisteri-[0-9-]+\.xlsx$/)
  expect(await readSheet(cars.raw)).toEqual([
    ['Rekisterinumero', 'Nimi', 'Seuraava katsastus'],
    ['CCC-333', '=SUM(A1)', new Date('2026-11-19')],
  ])
  await make(productType, { name: 'Taulukon tuote', pituus: 1200, paino: 12.5 })
  const products = await exportRegister(admin, productType, 'name,pituus,korkeus,paino', '&muoto=xlsx&filter[name]=Taulukon tuote')
  expect((await readSheet(products.raw))[1]).toEqual(['Taulukon tuote', 120, null, 12.5])
  const refused = await exportRegister(admin, carType, 'name', '&muoto=pdf')
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'muoto'])
})
