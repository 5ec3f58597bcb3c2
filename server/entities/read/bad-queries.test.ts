// Any query either succeeds or is refused with the name of the parameter.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessFixture } from '#server/testing/access-matrix/access-entry.ts'
import { makeAccessFixture } from '#server/testing/access-matrix/access-fixture.ts'
import { refusal } from '#server/testing/access-matrix/refusal.ts'
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const shipments = '/jsonapi/lahetys_entity/lahetys'

let server: TestServer
let admin: AccessFixture
let customer: AccessFixture
beforeAll(async () => {
  server = await startTestServer()
  admin = await makeAccessFixture(server, 'yllapito')
  customer = await makeAccessFixture(server, 'asiakas')
})
afterAll(() => server.close())

const refused = (call: () => Promise<Answer>, status: number | readonly number[], where: 'somewhere' | 'anywhere' = 'somewhere') =>
  refusal(server, call, status, where)
describe('queries', () => {
  const big = (part: string, times: number) => Array.from({ length: times }, () => part).join(',')
  test.each([
    'eiole=1',
    '__proto__=1',
    'constructor[prototype]=1',
    'filter=1',
    'filter[]=1',
    'filter[__proto__]=1',
    'filter[constructor]=1',
    'filter[toString][value]=1',
    'filter[viite][eiole]=1',
    'filter[viite][operator]=~',
    "filter[viite][operator]=%3D'%27; DROP TABLE lahetys",
    'filter[viite][value][a][b]=1',
    'filter[viite]=%00',
    'filter[maara]=paljon',
    'filter[maara]=1e999',
    'filter[maara]=',
    'filter[id]=1',
    'filter[tilaus]=1',
    'filter[tilaus.id]=x',
    'filter[tila]=eiole',
    'filter[avoin]=1',
    'filter[status]=2',
    'filter[maara][operator]=BETWEEN&filter[maara][value]=1',
    'filter[maara][operator]=IS NULL&filter[maara][value]=1',
    'filter[maara][operator]=IN',
    'filter[status][operator]=>&filter[status][value]=0',
    'filter[g][group][conjunction]=XOR',
    'filter[g][group][memberOf]=g&filter[g][group][conjunction]=AND',
    'filter[a][condition][path]=viite&filter[a][condition][value]=1&filter[a][condition][memberOf]=eiole',
    'filter[tilaus.lahetykset.tilaus.lahetykset.tilaus.lahetykset.viite]=1',
    'sort=',
    'sort=eiole',
    'sort=-',
    'sort=constructor',
    "sort=viite'--",
    'sort=kuvat.filename',
    `sort=${['viite', 'viesti', 'hinta', 'tila', 'tyyppi', 'maara', 'pituus', 'leveys', 'korkeus'].join(',')}`,
    'include=eiole',
    'include=constructor',
    'include=__proto__',
    'include=tilaus.lahetykset.tilaus.lahetykset.tilaus',
    `include=${big('tilaus.lahetykset', 300)},eiole`,
    'fields[eiole--eiole]=x',
    'fields[__proto__]=x',
    'fields[lahetys_entity--lahetys]=eiole',
    'fields=x',
    'page=1',
    'page[offset]=-1',
    'page[offset]=1.5',
    'filter[maara]=1.5',
    'filter[toivottu_toimitus][value]=1e300',
    'filter[toivottu_toimitus][operator]=IN&filter[toivottu_toimitus][value][]=1&filter[toivottu_toimitus][value][]=99999999999999999999',
    'page[offset]=99999999999999999999',
    'page[offset]=1e3',
    'page[limit]=paljon',
    'page[limit]=-1',
    'page[eiole]=1',
    'page[constructor]=1',
  ])('%s: 400', async (query) => {
    const answer = await refused(() => admin.viewer.call('GET', encodeURI(`${shipments}?${query}`).replaceAll('%25', '%')), 400)
    for (const { source } of answer.body.errors) expect(source.parameter).toEqual(expect.any(String))
  })

  test.each([
    'page[offset]=10000000',
    'page[limit]=0',
    'page[limit]=99999999',
    'page[limit]=1&page[limit]=2',
    'filter[viite]=a&filter[viite]=b',
    'sort=viite&sort=-viite',
    'filter[viite]=%27; DROP TABLE lahetys; --',
    'filter[viite][operator]=CONTAINS&filter[viite][value]=%25_\\',
    'filter[viite]=%F0%9F%9A%9A',
    'filter[id][operator]=CONTAINS&filter[id][value]=00000000-0000-0000-0000-000000000000',
    'filter[created][operator]=CONTAINS&filter[created][value]=1',
    `sort=${big('auto.vid', 1700)}`,
    `include=${big('tilaus.lahetykset', 300)}`,
    'include=',
  ])('%s: 200', async (query) => {
    const answer = await admin.viewer.call('GET', encodeURI(`${shipments}?${query}`).replaceAll('%25', '%'))
    expect(answer.status, answer.text).toBe(200)
  })

  test('any words in a filter, sort, include or page', async () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('viite', 'tila', 'id', 'tilaus.id', 'kuvat', 'IN', 'BETWEEN', 'a', '1', "'", '%00', '\ud800'),
    )
    const part = fc.tuple(fc.constantFrom('filter', 'sort', 'include', 'page', 'fields'), fc.array(word, { maxLength: 3 }), word)
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
        const query = parts
          .map(([name, keys, value]) => `${name}${keys.map((key) => `[${encoded(key)}]`).join('')}=${encoded(value)}`)
          .join('&')
        const answer = await admin.viewer.call('GET', `${shipments}?${query}`)
        expect([200, 400], `${query} ${answer.text}`).toContain(answer.status)
      }),
      { numRuns: 300 },
    )
  })

  test('a reference can be filtered by IS NULL and IS NOT NULL', async () => {
    const { own, other } = customer.rows.lahetys
    const of = `filter[id][operator]=IN&filter[id][value][]=${own}&filter[id][value][]=${other}`
    const count = async (query: string) => (await admin.viewer.call('GET', `${shipments}?${of}&${encodeURI(query)}`)).body.meta.count
    await server.pool.query('UPDATE lahetys SET auto_id = NULL WHERE id = $1', [own])
    expect(await count('filter[auto.id][operator]=IS NULL')).toBe(1)
    expect(await count('filter[auto.id][operator]=IS NOT NULL')).toBe(1)
    expect(await count('filter[auto.rekisterinumero][operator]=IS NULL')).toBe(1)
  })
})
