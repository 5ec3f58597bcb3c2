import { expect, test } from 'vitest'
import { entityNamed, entityTypeInput } from './entity-named.ts'
import { entityNames, registry } from './registry.ts'

test('an entity is found by its type, its name, or a group with no other bundle', () => {
  for (const name of entityNames) expect([entityNamed(name), entityNamed(registry[name].type)]).toEqual([name, name])
  expect(entityNamed('tilaus_entity')).toBe('tilaus')
  expect(entityNamed('osoite_entity')).toBeNull()
  expect(entityNamed('constructor')).toBeNull()
})

test('the input of a call names an entity, or is refused', () => {
  const faultOf = (input: unknown) => entityTypeInput.safeParse(input).error?.issues.map(({ message }) => message)
  expect(entityTypeInput.parse('lahetys_entity--lahetys')).toBe('lahetys')
  expect(faultOf('osoite_entity')).toEqual(['Tuntematon tyyppi: osoite_entity.'])
  expect(faultOf(undefined)).toEqual(['Tyyppi (entityType) puuttuu.'])
})
