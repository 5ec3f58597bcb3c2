import { expect, test } from 'vitest'
import { entityNamed } from './entity-named.ts'
import { entityNames, registry } from './registry.ts'

test('an entity is found by its type, its name, or a group with no other bundle', () => {
  for (const name of entityNames) expect([entityNamed(name), entityNamed(registry[name].type)]).toEqual([name, name])
  expect(entityNamed('tilaus_entity')).toBe('tilaus')
  expect(entityNamed('osoite_entity')).toBeNull()
  expect(entityNamed('constructor')).toBeNull()
})
