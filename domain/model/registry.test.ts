import { describe, expect, test } from 'vitest'
import { updateUserCall } from '../features/users/user.ts'
import { specEntities } from '../testing/spec-entities.ts'
import { columnsOf } from './columns.ts'
import type { Entity, Relation } from './define-entity.ts'
import type { Field } from './define-field.ts'
import { rules } from './entity-rules.ts'
import { entityNames, registry } from './registry.ts'

const entities: readonly Entity[] = Object.values(registry)
const byName = new Map(entities.map((entity) => [entity.name, entity]))
const relationOf = (entity: string, relation: string): Relation | undefined => byName.get(entity)?.relations[relation]
/** Decimals beyond two. */
const finerScales: Readonly<Record<string, number>> = { 'lahetys.yksikkopaino': 6, 'tuote.yksikkopaino': 6, 'laskurivi.maara': 5 }
const baseNames = ['id', 'drupal_internal__id', 'vid', 'name', 'status', 'created', 'changed', 'tunniste', 'langcode', 'type']
const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

test('types, tables, prefixes and paths are unique', () => {
  expect(repeated(entities.map(({ type }) => type))).toEqual([])
  const byPrefix = Map.groupBy(entities, ({ tunniste }) => tunniste.prefix)
  expect([...byPrefix.values()].filter((sharing) => sharing.length > 1).map((sharing) => sharing.map(({ name }) => name))).toEqual([])
  expect(entities.map(({ name }) => name)).toEqual(entityNames)
})

describe.each(entities)('$name', (entity) => {
  const fields: [string, Field][] = Object.entries(entity.fields)
  const relations: [string, Relation][] = Object.entries(entity.relations)

  test('names are unique, and differ from base fields', () => {
    const attributes = relations.flatMap(([, relation]) => ('attribute' in relation && relation.attribute ? [relation.attribute] : []))
    const names = [...fields.map(([key]) => key), ...relations.map(([key]) => key), ...attributes]
    expect(repeated([...names, ...baseNames])).toEqual([])
    expect(repeated(columnsOf(entity).map(({ name }) => name))).toEqual([])
    expect(names.filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([])
  })

  test('everything has a label', () => {
    const labels = [entity.label, ...fields.map(([, { label }]) => label), ...relations.map(([, { label }]) => label)]
    expect(labels.filter((label) => label.trim() === '')).toEqual([])
    for (const [key, field] of fields) {
      if (field.kind !== 'choice' && field.kind !== 'choices') continue
      expect(
        Object.values(field.values).filter((label) => label.trim() === ''),
        key,
      ).toEqual([])
    }
  })

  test.each(fields)('the default of %s fits its own limits', (key, field) => {
    switch (field.kind) {
      case 'text':
      case 'area':
        expect(field.default.length).toBeLessThanOrEqual(field.max)
        if (field.check && field.default !== '') expect(field.check(field.default)).toEqual({ value: field.default })
        break
      case 'integer':
      case 'decimal':
      case 'money':
        expect(field.default).toBeGreaterThanOrEqual(field.min)
        expect(field.default).toBeLessThanOrEqual(field.max)
        // The weight per piece may be derived from the whole row's; a minute of invoiced work is 0.01667 h.
        expect(field.scale).toBe(field.kind === 'integer' ? 0 : (finerScales[`${entity.name}.${key}`] ?? 2))
        break
      case 'choice':
        expect(Object.keys(field.values)).toContain(field.default)
        break
      case 'choices':
        expect(Object.keys(field.values)).toEqual(expect.arrayContaining([...field.default]))
        break
      case 'numbers':
      case 'days':
        expect(field.default).toEqual([])
        break
      case 'json':
        expect(field.read(field.default)).toEqual({ value: field.default })
        expect(typeof field.show(field.default)).toBe('string')
        break
      case 'mark':
        expect(entity.relations[field.by]).toMatchObject({ kind: 'many', to: 'user', readOnly: true })
        break
      case 'flag':
        expect([true, false]).toContain(field.default)
        break
      case 'coordinate':
        expect(field.default).toBeNull()
        break
      default:
        expect(field.default).toBe(0)
    }
  })

  test('relations refer to entities, and inverse ones are reversed by their targets', () => {
    for (const [key, relation] of relations) {
      const targets = typeof relation.to === 'string' ? [relation.to] : relation.to
      expect(
        targets.filter((name) => !byName.has(name)),
        key,
      ).toEqual([])
      if (relation.kind !== 'inverse') continue
      const holders = relation.through ? [relation.through.entity] : targets
      for (const holder of holders) {
        const back = relationOf(holder, relation.via)
        expect(back?.kind, `${key} via ${relation.via}`).toMatch(/^(one|many)$/)
        expect(back?.to, `${key} via ${relation.via}`).toBe(entity.name)
      }
      if (relation.through) expect([relationOf(relation.through.entity, relation.through.relation)?.to]).toEqual(targets)
    }
  })

  test('lines and the row that they belong to refer to each other', () => {
    for (const name of entity.lines ?? []) {
      const relation = entity.relations[name]
      if (relation?.kind !== 'inverse') throw new Error(`${name} is no inverse relation`)
      for (const line of relation.to) expect(byName.get(line)?.partOf).toBe(relation.via)
    }
    if (!entity.partOf) return
    const whole = entity.relations[entity.partOf]
    if (whole?.kind !== 'one') throw new Error('partOf is a reference to one')
    expect(whole).toMatchObject({ required: true, once: true })
    const lines = byName.get(whole.to)?.lines?.map((name) => relationOf(whole.to, name)?.to) ?? []
    expect(lines.flat()).toContain(entity.name)
    for (const shared of entity.inherits ?? []) expect(relationOf(whole.to, shared)?.to).toBe(entity.relations[shared]?.to)
  })

  test('its tunniste uses a field that it has', () => {
    expect(entity.tunniste.prefix).toMatch(/^[A-Z]{1,3}$/)
    if (entity.tunniste.of !== 'drupal_internal__id') expect(entity.fields[entity.tunniste.of]?.kind).toBe('sequence')
  })

  test('its rules need only relations that it has', () => {
    const found = entityNames.find((name) => name === entity.name)
    const needs: readonly string[] = (found && rules[found]?.needs) ?? []
    for (const name of needs) expect(entity.relations[name]?.kind).toMatch(/^(one|many)$/)
  })
})

const words = (list = ''): string[] => list.split(' ').filter(Boolean)

test.each(Object.entries(specEntities))('%s has every field and relation of the specification, with its defaults', (name, spec) => {
  const entity = byName.get(name)
  if (!entity) throw new Error(`There is no ${name}`)
  const attributes = Object.values(entity.relations).flatMap((relation) =>
    'attribute' in relation && relation.attribute ? [relation.attribute] : [],
  )
  expect(entity.type).toBe(spec.type)
  expect([...Object.keys(entity.fields), ...Object.keys(entity.aliases ?? {}), ...attributes]).toEqual(
    expect.arrayContaining(words(spec.fields)),
  )
  expect(Object.keys(entity.relations)).toEqual(expect.arrayContaining(words(spec.relations)))
  expect(entity.nameDefault).toBe(spec.nameDefault)
  for (const [field, value] of Object.entries(spec.defaults ?? {})) expect(entity.fields[field]?.default, field).toEqual(value)
  for (const [key, values] of Object.entries(spec.choices ?? {})) {
    const field = entity.fields[key]
    expect(field && 'values' in field ? Object.keys(field.values).sort() : null, key).toEqual(words(values).sort())
  }
})

test('the other fields of a user in the specification are accepted by the call that saves one', () => {
  const { profile_fields, ...own } = updateUserCall.input.shape
  expect(Object.keys(own)).toEqual(expect.arrayContaining(['mail', 'name', 'timezone', 'status', 'existing_password', 'newPassword']))
  const driver = specEntities.profile_kuljettaja
  expect(Object.keys(profile_fields.unwrap().shape).sort()).toEqual(['roles', ...words(driver?.fields)].sort())
})

test('has the defaults and limits of the specification', () => {
  expect(registry.tilaus.fields.laskutus_nimi).toMatchObject({ max: 50, cut: true })
  expect(registry.tilaus.fields.tilausnro.start).toBe(1000)
  expect(registry.asiakas.fields.maksuehto).toMatchObject({ default: 14 })
  expect(registry.tyovuoro_kirjaus_tehtava.fields.tyyppi.default).toBe('MUU')
})
