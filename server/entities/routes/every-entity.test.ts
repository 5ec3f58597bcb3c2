// Tests that hold for every entity, with all its relations included.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reachOf } from '#domain/access/reach.ts'
import type { Relation } from '#domain/model/define-entity.ts'
import { entityNames, registry } from '#domain/model/registry.ts'
import type { AccessFixture } from '#server/testing/access-matrix/access-entry.ts'
import { makeAccessFixture } from '#server/testing/access-matrix/access-fixture.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

/** The shared base fields (rules/http-api.md#base-fields); `id` is not among the attributes. */
const baseFields = [
  'drupal_internal__id',
  'vid',
  'langcode',
  'revision_created',
  'revision_log_message',
  'revision_translation_affected',
  'default_langcode',
  'created',
  'changed',
  'extra_fields',
  'tunniste',
  'name',
  'status',
]

let server: TestServer
let admin: AccessFixture
beforeAll(async () => {
  // Only reads query the database: fake timers stop the server's periodic work.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  server = await startTestServer()
  admin = await makeAccessFixture(server, 'yllapito')
  // The viewer is read from the database once and cached.
  await admin.viewer.call('GET', '/jsonapi')
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})

/** The document, and the number of statements it needed on all connections to the server's database: other servers of the process have theirs. */
async function read(url: string) {
  const query = vi.spyOn(Client.prototype, 'query')
  const answer = await admin.viewer.call('GET', url)
  const statements = query.mock.contexts.filter(
    (client) => client instanceof Client && client.database === server.pool.options.database,
  ).length
  query.mockRestore()
  expect(answer.status, answer.text).toBe(200)
  return { body: answer.body, statements }
}

test.each(entityNames)('%s: a list with all its includes is one statement, and its rows have the base fields', async (name) => {
  const { group, bundle, relations } = registry[name]
  const shown = Object.entries<Relation>(relations).filter(([, relation]) => relation.kind !== 'inverse' || !relation.hidden)
  const include = shown.map(([key]) => key).join(',')
  const { body, statements } = await read(`/jsonapi/${group}/${bundle}?include=${include}&sort=-created&filter[status]=1&page[limit]=3`)
  expect(statements).toBe(1)
  expect(body.data).not.toEqual([])
  for (const { attributes } of body.data) expect(Object.keys(attributes)).toEqual(expect.arrayContaining(baseFields))
})

const changed = entityNames.filter((name) => reachOf(name, ['yllapito']).update)
test.each(changed)('%s: a row sent back as it was read is accepted and stays unchanged', async (name) => {
  const { group, bundle } = registry[name]
  const url = `/jsonapi/${group}/${bundle}/${admin.rows[name].own}`
  const { data } = (await read(url)).body
  const answer = await admin.viewer.call('PATCH', url, { data })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.data).toEqual(data)
})

test('base fields are set by the server: what a change says about them is ignored', async () => {
  const url = `/jsonapi/auto_entity/auto_entity/${admin.rows.auto.own}`
  const { data } = (await read(url)).body
  const set = {
    drupal_internal__id: 99_999,
    langcode: 'sv',
    revision_created: 1,
    created: 1,
    changed: 1,
    tunniste: 'X-1',
    extra_fields: {},
  }
  const flags = { revision_translation_affected: false, default_langcode: false }
  const attributes = { vid: data.attributes.vid, ...set, ...flags }
  const answer = await admin.viewer.call('PATCH', url, { data: { type: data.type, id: data.id, attributes } })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.data.attributes).toEqual(data.attributes)
})

test.each([
  '/jsonapi/lahetys_entity/lahetys?include=tilaus.asiakas.kayntiosoite,kuljettaja,auto&filter[tilaus.asiakas.status]=1',
  '/jsonapi/tilaus_entity/tilaus_entity?filter[q]=oy&include=lahetykset.kuljettaja,asiakas',
])('%s is one statement', async (url) => {
  expect((await read(url)).statements).toBe(1)
})
