import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entity } from '../model/define-entity.ts'
import { type EntityName, entityNames, registry } from '../model/registry.ts'
import type { Condition, Rows, Rule } from './define-policy.ts'
import { policy } from './policy.ts'
import { entityByType, mayRead, maySee, mayWrite, reachOf } from './reach.ts'
import { type Role, roles } from './roles.ts'

const entities: ReadonlyMap<string, Entity> = new Map(Object.values(registry).map((entity) => [entity.name, entity]))
const cells = entityNames.flatMap((entity) => roles.map((role) => ({ entity, role, rule: policy[entity][role] as Rule })))

type Leaf = Extract<Condition, { path: string }>
const leavesOf = (rows: Rows | undefined): Leaf[] => {
  if (rows === undefined || typeof rows === 'string') return []
  if ('any' in rows) return rows.any.flatMap(leavesOf)
  return 'all' in rows ? rows.all.flatMap(leavesOf) : [rows]
}

/** The entities and the last name at the end of a path; fails on a relation that does not exist. */
function follow(start: string, path: string): { last: string; ends: Entity[] } {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let here = [start]
  for (const name of names) {
    here = here.flatMap((entity) => {
      const relation = entities.get(entity)?.relations[name]
      expect(relation, `${entity}.${name} of ${path}`).toBeDefined()
      return relation ? relation.to : []
    })
  }
  return { last, ends: here.flatMap((entity) => entities.get(entity) ?? []) }
}

function checkLeaf(start: string, condition: Leaf): void {
  const { last, ends } = follow(start, condition.path)
  expect(ends.length).toBeGreaterThan(0)
  for (const end of ends) {
    const relation = end.relations[last]
    if (relation) {
      const targets = typeof relation.to === 'string' ? [relation.to] : relation.to
      if ('that' in condition) for (const target of targets) for (const leaf of leavesOf(condition.that)) checkLeaf(target, leaf)
      else expect(condition).toMatchObject({ is: 'something' })
    } else if (last === 'id') {
      if ('is' in condition && condition.is !== 'nothing') expect(end.name).toBe(condition.is === 'me' ? 'user' : 'asiakas')
    } else checkValue(end, last, condition)
  }
}

function checkValue(end: Entity, name: string, condition: Leaf): void {
  const field = end.fields[name]
  const values = 'in' in condition ? condition.in : 'has' in condition ? condition.has : []
  switch (field?.kind) {
    case 'choice':
    case 'choices':
      expect('has' in condition).toBe(field.kind === 'choices' && !('in' in condition))
      expect(values.length).toBeGreaterThan(0)
      expect(Object.keys(field.values)).toEqual(expect.arrayContaining([...values]))
      break
    case 'flag':
      expect(['true', 'false']).toEqual(expect.arrayContaining([...values]))
      break
    case 'moment':
      expect('is' in condition ? ['past', 'ahead'].includes(condition.is) : values).toEqual('is' in condition ? true : ['0'])
      break
    default:
      expect.unreachable(`${end.name}.${name} is ${field?.kind}`)
  }
}

describe.each(cells)('$entity for $role', ({ entity, role, rule }) => {
  test('its conditions use relations that exist', () => {
    for (const condition of [rule.read, rule.update?.rows, rule.delete?.rows].flatMap(leavesOf)) checkLeaf(entity, condition)
  })

  test('its fields and relations exist, and none that may be written is hidden or read-only', () => {
    const { fields, relations } = registry[entity] as Entity
    const masked = Object.keys(rule.mask ?? {})
    const offered = [...(rule.create?.only ?? []), ...(rule.update?.only ?? [])]
    const named = [...(rule.hide ?? []), ...masked, ...offered, ...Object.keys(rule.create?.fixed ?? {})]
    expect(named.filter((name) => name !== 'name' && !(name in fields) && !(name in relations))).toEqual([])
    expect(offered.filter((name) => rule.hide?.some((hidden) => hidden === name))).toEqual([])
    const shapes: Readonly<Record<string, object | undefined>> = { ...fields, ...relations }
    expect(offered.filter((name) => (shapes[name] as { readOnly?: boolean } | undefined)?.readOnly)).toEqual([])
    for (const [name, mask] of Object.entries(rule.mask ?? {}) as [string, { values: readonly string[]; as: string }][]) {
      const field = fields[name]
      expect(field?.kind === 'choice' ? Object.keys(field.values) : []).toEqual(expect.arrayContaining([...mask.values, mask.as]))
    }
  })

  test('without reading there is nothing to write, hide or mask', () => {
    if (rule.read === 'none') expect(rule).toEqual({ read: 'none' })
  })

  test('it is the reach of the role alone', () => {
    const reach = reachOf(entity, [role])
    expect(reach.read).toEqual(rule.read)
    expect([...reach.hide]).toEqual(rule.hide ?? [])
    expect(reach.update).toEqual(rule.update ?? null)
    expect(reach.delete).toEqual(rule.delete ?? null)
    expect(reach.create).toEqual(rule.create ?? null)
  })
})

describe('combined roles', () => {
  const anyRoles = fc.uniqueArray(fc.constantFrom(...roles), { minLength: 1 })
  const anyEntity = fc.constantFrom(...entityNames)
  const width = (rows: Rows | undefined) => (rows === 'all' ? 2 : rows === 'none' || rows === undefined ? 0 : 1)

  test('reach the rows of each role and no others', () => {
    fc.assert(
      fc.property(anyEntity, anyRoles, (entity, held) => {
        const reach = reachOf(entity, held)
        const rules = held.map((role) => policy[entity][role] as Rule)
        const widest = Math.max(...rules.map(({ read }) => width(read)))
        expect(width(reach.read)).toBe(widest)
        if (widest === 1) {
          const joined = new Set(leavesOf(reach.read).map((leaf) => JSON.stringify(leaf)))
          expect(joined).toEqual(new Set(rules.flatMap(({ read }) => leavesOf(read)).map((leaf) => JSON.stringify(leaf))))
        }
        expect(reach.create === null).toBe(rules.every(({ create }) => !create))
        expect(width(reach.update?.rows)).toBe(Math.max(...rules.map(({ update }) => width(update?.rows))))
        expect(width(reach.delete?.rows)).toBe(Math.max(...rules.map(({ delete: remove }) => width(remove?.rows))))
      }),
    )
  })

  test('see a field only if no role that reads equally many rows hides it, in any order of roles', () => {
    fc.assert(
      fc.property(anyEntity, anyRoles, (entity, held) => {
        const reach = reachOf(entity, held)
        const rules = held.map((role) => policy[entity][role] as Rule)
        const readers = rules.filter(({ read }) => width(read) === width(reach.read))
        expect([...reach.hide].sort()).toEqual([...new Set(readers.flatMap(({ hide }) => hide ?? []))].sort())
        const turned = reachOf(entity, [...held].reverse())
        expect([...turned.hide].sort()).toEqual([...reach.hide].sort())
        expect(turned.mask).toEqual(reach.mask)
        expect(width(turned.read)).toBe(width(reach.read))
        expect([...(turned.update?.only ?? [])].sort()).toEqual([...(reach.update?.only ?? [])].sort())
      }),
    )
  })

  test.each<[EntityName, Role[]]>([
    ['lahetys', ['asiakas', 'yllapito']],
    ['postiosoite', ['asiakas', 'yllapito']],
    ['huolto', ['kuljettaja', 'yllapito']],
  ])('create a row of %s without limits if one of %j has none', (entity, held) => {
    expect(reachOf(entity, held).create).toEqual({})
    expect(reachOf(entity, [...held].reverse()).create).toEqual({})
  })

  test('change rows as the one that may change all of them', () => {
    expect(reachOf('lahetys', ['kuljettaja', 'yllapito']).update).toEqual({ rows: 'all' })
  })

  test('change only the fields that each of them may, if none may change all rows', () => {
    expect(reachOf('lahetys', ['kuljettaja', 'asiakas']).update?.only).toEqual(['tila'])
    expect(reachOf('lahetys', ['asiakas', 'asiakas_yllapito', 'kuljettaja']).update?.only).toEqual(['tila'])
    expect(reachOf('user', ['kuljettaja', 'asiakas']).update?.only).toEqual(['mail', 'timezone', 'field_fullname'])
    expect(mayWrite('lahetys', ['kuljettaja', 'asiakas'], 'update', 'viite')).toBe(false)
  })

  test('read an entity if one of them does', () => {
    expect(mayRead('lasku', ['kuljettaja'])).toBe(false)
    expect(mayRead('lasku', ['kuljettaja', 'asiakas'])).toBe(true)
    expect(mayRead('lasku', ['yllapito'])).toBe(true)
    expect(maySee('lasku', ['kuljettaja'], 'viitenumero')).toBe(false)
    expect(maySee('lasku', ['kuljettaja', 'asiakas'], 'viitenumero')).toBe(true)
  })

  test('reach nothing when there are none', () => {
    for (const entity of entityNames) {
      expect(reachOf(entity, [])).toMatchObject({ read: 'none', create: null, update: null, delete: null })
      expect(mayRead(entity, [])).toBe(false)
    }
  })
})

describe('fields that people must never see or write', () => {
  const customers: Role[][] = [['asiakas'], ['asiakas', 'asiakas_yllapito']]

  test.each(['lahetys', 'tilaus', 'tuntituote'] as const)('a driver does not see the price of %s', (entity) => {
    expect(maySee(entity, ['kuljettaja'], 'hinta')).toBe(false)
    expect(maySee(entity, ['yllapito'], 'hinta')).toBe(true)
    expect(maySee(entity, ['asiakas'], 'hinta')).toBe(true)
  })

  test.each(customers)('a customer sees transfers as under way (%s)', (...held) => {
    const { mask } = reachOf('lahetys', held)
    expect(mask.tila).toEqual({ values: ['odottaa_siirtoa', 'siirto', 'siirretty'], as: 'kuljetuksessa' })
    for (const field of ['nykyinen_osoite', 'siirto_osoitteet', 'tila_weight', 'kuljettaja'] as const) {
      expect(maySee('lahetys', held, field)).toBe(false)
    }
    for (const role of ['yllapito', 'kuljettaja'] as const) expect(reachOf('lahetys', [role]).mask).toEqual({})
  })

  test.each(customers)('a customer cannot set prices, drivers or invoicing (%s)', (...held) => {
    for (const verb of ['create', 'update'] as const) {
      for (const field of ['hinta', 'kuljettaja', 'auto', 'kuvat'] as const) expect(mayWrite('lahetys', held, verb, field)).toBe(false)
      for (const field of ['hinta', 'tilauksen_tila'] as const) expect(mayWrite('tilaus', held, verb, field)).toBe(false)
      for (const field of ['hinta', 'tuntituote_hinta', 'minimilaskutus'] as const)
        expect(mayWrite('tuntituote', held, verb, field)).toBe(false)
    }
    expect(mayWrite('lahetys', held, 'create', 'toimitus_osoite1')).toBe(true)
  })

  test('a driver can write only the state, counts, images, position and failed delivery', () => {
    const writable = Object.keys({ ...registry.lahetys.fields, ...registry.lahetys.relations }).filter((field) =>
      reachOf('lahetys', ['kuljettaja']).update?.only?.some((name) => name === field),
    )
    const counts = ['noudettu_maara', 'toimitettu_maara']
    expect(writable.sort()).toEqual(
      [...counts, 'kuvat', 'laitteen_aika', 'laitteen_ero', 'nykyinen_osoite', 'poikkeama', 'siirto_osoitteet', 'tila'].sort(),
    )
    expect(mayWrite('lahetys', ['kuljettaja'], 'create', 'tila')).toBe(false)
  })

  test('everything that a customer creates belongs to their own company or to an order of it, or is their own view', () => {
    // A message and a favourite belong to an order, which must be one that its writer may read, as every reference must.
    const others: Readonly<Record<string, unknown>> = { nakyma: { kayttaja: 'me' }, tilausviesti: undefined, suosikkitilaus: undefined }
    for (const entity of entityNames) {
      for (const held of customers) {
        const { create } = reachOf<EntityName>(entity, held)
        if (create) expect(create.fixed, entity).toEqual(entity in others ? others[entity] : { asiakas: 'my_company' })
      }
    }
  })

  test('only yllapito can change roles', () => {
    for (const role of roles) expect(mayWrite('user', [role], 'update', 'user_roles')).toBe(role === 'yllapito')
  })
})

test('an entity is found by its JSON:API type', () => {
  expect(entityByType.get('lahetys_entity--lahetys')).toBe(registry.lahetys)
  expect(entityByType.size).toBe(entityNames.length)
})
