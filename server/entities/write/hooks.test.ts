import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { switchesOf } from '#domain/features/settings/feature-switches.ts'
import { allFeatures } from '#domain/model/features.ts'
import { registry } from '#domain/model/registry.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { addRow, type Conclude, type EntityHooks, openEngine, system } from '../engine.ts'
import { modelOf } from '../model.ts'
import { rightsOf } from '../rights.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function savedCar(hooks: NonNullable<EntityHooks['auto']>) {
  const engine = openEngine({
    model: modelOf(registry),
    rules: { auto: { hooks } },
    pool: database.pool,
    rightsOf,
    clock: () => 1,
    switches: async () => switchesOf(allFeatures),
  })
  const id = randomUUID()
  await engine.save(system, [addRow('auto', { rekisterinumero: 'ABC-123' }, { id })])
  const [car] = await engine.load(system, 'auto', [id])
  await engine.close()
  return car?.row
}

test('the hooks of an entity run in order; none sees the values of another one, and of two values for a field the later one wins', async () => {
  const calls: string[] = []
  const car = await savedCar([
    { lookUp: async () => [{ name: 'first', rekisterinumero: 'FIR-1' }] },
    {
      lookUp: async (_runner, [change]) => {
        calls.push(String(change?.after.name), String(change?.after.rekisterinumero))
        return [{ rekisterinumero: 'SEC-2' }]
      },
    },
    { lookUp: async () => undefined },
  ])
  expect(calls).toEqual(['', 'ABC-123'])
  expect(car).toMatchObject({ name: 'first', rekisterinumero: 'SEC-2' })
})

test('every hook of an entity concludes from the rows, a later one from the values that an earlier one set', async () => {
  const append = (text: string): Conclude => {
    return async (_runner, wholes) => ({
      set: wholes.map(({ root }) => ({ of: root, values: { name: root.after.name + text } })),
      made: [],
    })
  }
  expect(await savedCar([{ conclude: append('a') }, { conclude: append('b') }])).toMatchObject({ name: 'ab' })
})
