// Removed rows (status 0): lists leave them out unless the filter names `status`, and only an administrator lists them (rules/http-api.md#unpublished-rows).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { insert, type Person, startServerWithUsers } from '#server/testing/test-server.ts'

const pathOf = (name: EntityName) => `/jsonapi/${registry[name].group}/${registry[name].bundle}`
const customers = pathOf('asiakas')
const addresses = pathOf('postiosoite')
const products = pathOf('tuote')

const { server, admin, customer } = await startServerWithUsers('Pirkan Putki Oy')
const customerId = customer.asiakasId ?? ''
const removed = { customer: randomUUID(), address: randomUUID(), product: randomUUID() }
const ids = { address: randomUUID(), product: randomUUID() }
afterAll(() => server.close())

beforeAll(async () => {
  const of = { asiakas_id: customerId }
  await insert(server.pool, 'asiakas', { id: removed.customer, name: 'Poistettu Oy', status: 0 })
  await insert(server.pool, 'postiosoite', { id: removed.address, name: 'Vanha varasto', status: 0, ...of })
  await insert(server.pool, 'postiosoite', { id: ids.address, name: 'Varasto', ...of })
  await insert(server.pool, 'tuote', { id: removed.product, name: 'Vanha hylly', status: 0, ...of })
  await insert(server.pool, 'tuote', { id: ids.product, name: 'Hylly', asiakas_id: removed.customer })
  await server.pool.query('UPDATE asiakas SET nouto_osoite_ids = ARRAY[$2, $3]::uuid[] WHERE id = $1', [
    customerId,
    ids.address,
    removed.address,
  ])
})

async function namesAt(who: Person, url: string): Promise<string[]> {
  const answer = await who.call('GET', url)
  expect(answer.status, answer.text).toBe(200)
  const names = answer.body.data.map((row: { attributes: { name: string } }) => row.attributes.name)
  if (answer.body.meta) expect(answer.body.meta.count).toBe(names.length)
  return names.toSorted()
}

test('an administrator lists published rows, and removed ones when the filter names status', async () => {
  expect(await namesAt(admin, customers)).toEqual(['Pirkan Putki Oy'])
  expect(await namesAt(admin, `${customers}?page[limit]=1`)).toEqual(['Pirkan Putki Oy'])
  expect(await namesAt(admin, `${customers}?filter[status]=0`)).toEqual(['Poistettu Oy'])
  const both = 'filter[s][condition][path]=status&filter[s][condition][operator]=IN'
  expect(await namesAt(admin, `${customers}?${both}&filter[s][condition][value][]=0&filter[s][condition][value][]=1`)).toEqual([
    'Pirkan Putki Oy',
    'Poistettu Oy',
  ])
  const either =
    'filter[g][group][conjunction]=OR&filter[a][condition][path]=status&filter[a][condition][value]=0&filter[a][condition][memberOf]=g' +
    '&filter[b][condition][path]=name&filter[b][condition][value]=Pirkan Putki Oy&filter[b][condition][memberOf]=g'
  expect(await namesAt(admin, `${customers}?${either}`)).toEqual(['Pirkan Putki Oy', 'Poistettu Oy'])
})

test('a filter by the status of related rows does not affect the listed rows', async () => {
  expect(await namesAt(admin, `${products}?filter[asiakas.status]=1`)).toEqual([])
  expect(await namesAt(admin, `${products}?filter[asiakas.status]=0`)).toEqual(['Hylly'])
})

test('a search finds published rows only', async () => {
  expect(await namesAt(admin, `${products}?filter[q]=hylly`)).toEqual(['Hylly'])
  expect(await namesAt(admin, `${products}?filter[q]=hylly&filter[status]=0`)).toEqual(['Vanha hylly'])
})

test('other roles never list removed rows', async () => {
  expect(await namesAt(customer, addresses)).toEqual(['Varasto'])
  expect(await namesAt(customer, `${addresses}?filter[status]=0`)).toEqual([])
})

test('a removed row is read by its id, and a list of related rows leaves it out like any list', async () => {
  expect((await admin.call('GET', `${customers}/${removed.customer}`)).body.data.attributes).toMatchObject({ status: 0 })
  expect((await customer.call('GET', `${products}/${removed.product}`)).status).toBe(404)
  expect(await namesAt(admin, `${customers}/${customerId}/nouto_osoite`)).toEqual(['Varasto'])
  expect(await namesAt(admin, `${customers}/${customerId}/nouto_osoite?filter[status]=0`)).toEqual(['Vanha varasto'])
  // The row at the end of a relation to one row is shown although it is removed.
  expect((await admin.call('GET', `${products}/${ids.product}/asiakas`)).body.data.attributes.name).toBe('Poistettu Oy')
})
