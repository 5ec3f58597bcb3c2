import { expect, test } from 'vitest'
import type { Filter } from '#domain/model/query/list-query.ts'
import { registry } from '#domain/model/registry.ts'
import { modelOf, resourceNamed } from './model.ts'
import { systemRights } from './rights.ts'
import { isShapeOf, requestFor } from './shape.ts'

test('an empty group of alternatives (any) matches no row; an empty group of requirements (all) is no condition', () => {
  const model = modelOf(registry)
  const request = { model, rights: systemRights, resource: resourceNamed(model, 'tilaus'), shape: { fields: ['vid'] } } as const
  const requested = (filter: Filter<'tilaus'>) => requestFor<'tilaus'>({ ...request, query: { filter } }).filter
  const never = { conjunction: 'AND', members: [{ parameter: 'filter[id]', path: 'id', operator: 'IS NULL', values: [] }] }
  expect(requested({ any: [] })).toEqual(never)
  expect(requested({ all: [{ avoin: true }, { any: [] }] })).toMatchObject({ conjunction: 'AND', members: [{}, never] })
  expect(requested({ all: [] })).toBeNull()
})

test('a shape of names known only at run time fits an entity when each name is a field of it, or a relation to one other entity', () => {
  expect(isShapeOf('huolto', { fields: ['name', 'tunniste', 'info'], relations: { auto: { fields: ['rekisterinumero'] } } })).toBe(true)
  expect(isShapeOf('notification', { fields: ['is_dismissed'] })).toBe(true)
  expect(isShapeOf('huolto', { fields: ['siivet'] })).toBe(false)
  expect(isShapeOf('huolto', { fields: ['toString'] })).toBe(false)
  expect(isShapeOf('huolto', { fields: [], relations: { siivet: { fields: [] } } })).toBe(false)
  expect(isShapeOf('huolto', { fields: [], relations: { auto: { fields: ['info'] } } })).toBe(false)
})
