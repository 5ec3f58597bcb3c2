import { expect, test } from 'vitest'
import { entityNamed } from './entity-named.ts'
import { entityNames, registry } from './registry.ts'

test('an entity is known by its type, its name, and a group that is its alone', () => {
  for (const name of entityNames) expect([entityNamed(name), entityNamed(registry[name].type)]).toEqual([name, name])
  expect(entityNamed('tilaus_entity')).toBe('tilaus')
  expect(entityNamed('osoite_entity')).toBeNull()
  expect(entityNamed('constructor')).toBeNull()
})
