import { expect, test } from 'vitest'
import type { Filter } from '#domain/model/query/list-query.ts'
import { registry } from '#domain/model/registry.ts'
import { modelOf, resourceNamed } from './model.ts'
import { systemRights } from './rights.ts'
import { requestFor } from './shape.ts'

test('a group of no filters of which any must hold is a condition that no row meets; one of which all must hold is none', () => {
  const model = modelOf(registry)
  const asked = { model, rights: systemRights, resource: resourceNamed(model, 'tilaus'), shape: { fields: ['vid'] } } as const
  const requested = (filter: Filter<'tilaus'>) => requestFor<'tilaus'>({ ...asked, query: { filter } }).filter
  const never = { conjunction: 'AND', members: [{ parameter: 'filter[id]', path: 'id', operator: 'IS NULL', values: [] }] }
  expect(requested({ any: [] })).toEqual(never)
  expect(requested({ all: [{ avoin: true }, { any: [] }] })).toMatchObject({ conjunction: 'AND', members: [{}, never] })
  expect(requested({ all: [] })).toBeNull()
})
