// A date without a time is midnight in Helsinki: any moment of a day is stored as that day's midnight (rules/values.md#days).
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Entity } from '#domain/model/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { dayOf, midnightOf } from '#domain/values/time/time.ts'
import type { AccessFixture } from '#server/testing/access-matrix/access-entry.ts'
import { makeAccessFixture } from '#server/testing/access-matrix/access-fixture.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'

const entities: Readonly<Record<EntityName, Entity>> = registry
const pathOf = (name: EntityName) => `/jsonapi/${registry[name].group}/${registry[name].bundle}`
const second = (iso: string) => Date.parse(iso) / 1000
/** Clocks go forward on 29.3.2026 and back on 25.10.2026: days of 23 and 25 hours. */
const clockChanges = [
  ['2026-03-29', '2026-03-28T22:00:00Z', '2026-03-29T20:59:59Z'],
  ['2026-10-25', '2026-10-24T21:00:00Z', '2026-10-25T21:59:59Z'],
] as const

let server: SharedServer
let admin: AccessFixture
beforeAll(async () => {
  server = await sharedServer()
  admin = await makeAccessFixture(server, 'yllapito')
})

const fieldsOf = (kind: 'day' | 'days') =>
  entityNames.flatMap((name) =>
    Object.entries(entities[name].fields)
      .filter(([, field]) => field.kind === kind && !field.readOnly)
      .map(([field]) => ({ name, field })),
  )
// The day of a working-time record follows its start; a rental is not billed for years past.
const dayFields = fieldsOf('day').filter(
  ({ name, field }) => name !== 'tyovuoro_kirjaus' && !(name === 'vuokraus' && field === 'aktivointipaiva'),
)

async function stored(name: EntityName, field: string, value: unknown): Promise<unknown> {
  const id = admin.rows[name].own
  const url = `${pathOf(name)}/${id}`
  const { vid } = (await admin.viewer.call('GET', url)).body.data.attributes
  const answer = await admin.viewer.call('PATCH', url, { data: { type: registry[name].type, id, attributes: { vid, [field]: value } } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.attributes[field]
}

const moments = fc.integer({ min: second('1971-01-01T00:00:00Z'), max: second('2027-12-31T23:59:59Z') })

describe.each(dayFields)('$name $field', ({ name, field }) => {
  test('stores any moment of a day as the midnight of that day', async () => {
    await fc.assert(
      fc.asyncProperty(moments, async (moment) => {
        expect(await stored(name, field, moment)).toBe(midnightOf(dayOf(moment)))
      }),
      { numRuns: 20 },
    )
    for (const [day, first, last] of clockChanges)
      for (const moment of [second(first), second(first) + 12 * 3600, second(last)])
        expect(await stored(name, field, moment), `${day} ${moment}`).toBe(second(first))
  })

  test('is found by any moment of its day, and by no moment of another day', async () => {
    for (const [, first, last] of clockChanges) {
      await stored(name, field, second(first))
      const found = async (condition: string) => {
        const url = `${pathOf(name)}?filter[id]=${admin.rows[name].own}&filter[d][condition][path]=${field}&${condition}`
        const answer = await admin.viewer.call('GET', url)
        expect(answer.status, answer.text).toBe(200)
        return answer.body.meta.count === 1
      }
      const value = 'filter[d][condition][value]'
      expect(await found(`${value}=${second(last)}`)).toBe(true)
      expect(await found(`${value}=${second(last) + 1}`)).toBe(false)
      expect(await found(`${value}=${second(first) - 1}`)).toBe(false)
      const operator = 'filter[d][condition][operator]'
      expect(await found(`${value}=${second(last)}&${operator}=%3E%3D`)).toBe(true)
      expect(await found(`${value}=${second(last)}&${operator}=%3C`)).toBe(false)
      const between = `${operator}=BETWEEN&${value}[]=${second(first) + 3600}&${value}[]=${second(last)}`
      expect(await found(between)).toBe(true)
    }
  })

  test('accepts the stored midnight of the first day of 1971', async () => {
    const first = midnightOf('1971-01-01')
    expect(await stored(name, field, 31_536_000)).toBe(first)
    expect(await stored(name, field, first)).toBe(first)
  })
})

test.each(fieldsOf('days'))('$name $field stores midnights', async ({ name, field }) => {
  const [spring, autumn] = clockChanges.map(([, first]) => second(first))
  const sent = clockChanges.flatMap(([, first, last]) => [second(last), second(first), second(first) + 7200]).reverse()
  expect(await stored(name, field, sent)).toEqual([spring, autumn])
})
