import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import type { Filter } from '#domain/model/query/list-query.ts'
import { registry } from '#domain/model/registry.ts'
import { modelOf, resourceNamed } from './model.ts'
import { emptyRequest } from './read/query.ts'
import type { ReadRow } from './read/row-reader.ts'
import { rightsOf, systemRights } from './rights.ts'
import { isShapeOf, requestFor, rowsOfShape, type Shape } from './shape.ts'

const model = modelOf(registry)
const ofOrders = { model, rights: systemRights, resource: resourceNamed(model, 'tilaus') }

describe('the request for a shape', () => {
  const requested = (shape: Shape<'tilaus'>, role?: Role) =>
    requestFor<'tilaus'>({ ...ofOrders, ...(role ? { rights: rightsOf({ roles: [role] }) } : {}), shape, query: {} })
  const fieldsOf = (shape: Shape<'tilaus'>, role?: Role) => Object.fromEntries(requested(shape, role).fields)

  test('names the fields by type and includes the related rows, also those of related rows', () => {
    const shape: Shape<'tilaus'> = {
      fields: ['vid', 'tunniste'],
      relations: { asiakas: { fields: ['name'] }, lahetykset: { fields: ['tila'], relations: { auto: { fields: ['rekisterinumero'] } } } },
    }
    expect(requested(shape).include).toEqual(['asiakas', 'lahetykset', 'lahetykset.auto'])
    expect(fieldsOf(shape)).toEqual({
      [registry.tilaus.type]: ['vid', 'tunniste', 'asiakas', 'lahetykset'],
      [registry.asiakas.type]: ['name'],
      [registry.lahetys.type]: ['tila', 'auto'],
      [registry.auto.type]: ['rekisterinumero'],
    })
  })

  test('names the fields of an entity once when two relations lead to it', () => {
    const shape: Shape<'tilaus'> = {
      fields: [],
      relations: {
        lahetykset: {
          fields: ['tila'],
          relations: { nouto_osoite: { fields: ['name'] }, toimitus_osoite: { fields: ['status', 'name'] } },
        },
      },
    }
    expect(requested(shape).include).toEqual(['lahetykset', 'lahetykset.nouto_osoite', 'lahetykset.toimitus_osoite'])
    expect(fieldsOf(shape)).toMatchObject({ [registry.postiosoite.type]: ['name', 'status'] })
  })

  test('lacks what the policy hides from the viewer', () => {
    const shape: Shape<'tilaus'> = {
      fields: ['vid', 'koskematon'],
      relations: { reitti: { fields: ['name'] }, lahetykset: { fields: ['tila'], relations: { auto: { fields: ['rekisterinumero'] } } } },
    }
    expect(requested(shape, 'asiakas').include).toEqual(['lahetykset'])
    expect(fieldsOf(shape, 'asiakas')).toEqual({ [registry.tilaus.type]: ['vid', 'lahetykset'], [registry.lahetys.type]: ['tila'] })
  })

  test('has only the ids of a relation without a shape', () => {
    const shape: Shape<'tilaus'> = { fields: ['vid'], relations: { asiakas: undefined } }
    expect(requested(shape)).toMatchObject({ include: [], fields: new Map([[registry.tilaus.type, ['vid', 'asiakas']]]) })
  })

  test('is refused for a relation to several entities', () => {
    const resource = resourceNamed(model, 'asiakas')
    const shape: Shape<'asiakas'> = { fields: [], relations: { laskutusosoite: { fields: ['name'] } } }
    expect(() => requestFor<'asiakas'>({ ...ofOrders, resource, shape, query: {} })).toThrow(
      'asiakas.laskutusosoite does not lead to one entity',
    )
  })
})

describe('the request for a query', () => {
  const shape = { fields: ['vid'] } as const
  const base = { ...emptyRequest, filter: null, search: 'kuorma', sort: ['vid'], offset: 20, limit: 10 }

  test('has its sort and page, of at most 250 rows', () => {
    const query = { sort: ['-created', 'vid'], page: { offset: 40, limit: 30 } } as const
    expect(requestFor<'tilaus'>({ ...ofOrders, shape, query })).toMatchObject({ sort: ['-created', 'vid'], offset: 40, limit: 30 })
    expect(requestFor<'tilaus'>({ ...ofOrders, shape, query: {} })).toMatchObject({ sort: [], offset: 0, limit: 50, filter: null })
    expect(requestFor<'tilaus'>({ ...ofOrders, shape, query: { page: { limit: 1000 } } })).toMatchObject({ offset: 0, limit: 250 })
  })

  test('keeps what it does not replace of the request to which the shape is added', () => {
    expect(requestFor<'tilaus'>({ ...ofOrders, shape, query: {}, base })).toMatchObject({
      ...{ search: 'kuorma', sort: ['vid'], offset: 20, limit: 10 },
      fields: new Map([[registry.tilaus.type, ['vid']]]),
    })
    const query = { filter: { avoin: true }, sort: ['name'], page: { offset: 0 } } as const
    expect(requestFor<'tilaus'>({ ...ofOrders, shape, query, base })).toMatchObject({
      ...{ search: null, sort: ['name'], offset: 0, limit: 10 },
      filter: { conjunction: 'AND', members: [{ path: 'avoin' }] },
    })
  })
})

describe('the requested filter', () => {
  const requested = (filter: Filter<'tilaus'>) => requestFor<'tilaus'>({ ...ofOrders, shape: { fields: ['vid'] }, query: { filter } })
  const filterOf = (filter: Filter<'tilaus'>) => requested(filter).filter
  const condition = (path: string, operator: string, values: string[]) => ({ parameter: `filter[${path}]`, path, operator, values })

  test('compares with a value, with one of several, or by an operator', () => {
    expect(
      filterOf({
        avoin: true,
        tilausnro: ['10', '11'],
        created: { operator: 'BETWEEN', value: [1, 2] },
        'asiakas.name': { operator: 'CONTAINS', value: 'Oy' },
        'lahetykset.kuljettaja.id': { operator: 'IS NULL' },
        name: undefined,
      }),
    ).toEqual({
      conjunction: 'AND',
      members: [
        condition('avoin', '=', ['true']),
        condition('tilausnro', 'IN', ['10', '11']),
        condition('created', 'BETWEEN', ['1', '2']),
        condition('asiakas.name', 'CONTAINS', ['Oy']),
        condition('lahetykset.kuljettaja.id', 'IS NULL', []),
      ],
    })
  })

  test('joins groups of which all or any must hold, without those that have no condition', () => {
    expect(filterOf({ any: [{ name: 'a' }, { name: undefined }, { all: [{ vid: 1 }, { all: [] }] }] })).toEqual({
      conjunction: 'OR',
      members: [
        { conjunction: 'AND', members: [condition('name', '=', ['a'])] },
        { conjunction: 'AND', members: [{ conjunction: 'AND', members: [condition('vid', '=', ['1'])] }] },
      ],
    })
    expect(filterOf({ name: undefined })).toBeNull()
  })

  test('an empty group of alternatives (any) matches no row; an empty group of requirements (all) is no condition', () => {
    const never = { conjunction: 'AND', members: [condition('id', 'IS NULL', [])] }
    expect(filterOf({ any: [] })).toEqual(never)
    expect(filterOf({ all: [{ avoin: true }, { any: [] }] })).toMatchObject({ conjunction: 'AND', members: [{}, never] })
    expect(filterOf({ all: [] })).toBeNull()
  })

  test('gives the search (q) apart, when it must hold with all other conditions', () => {
    const avoin = { conjunction: 'AND', members: [condition('avoin', '=', ['true'])] }
    expect(requested({ q: 'kuorma', avoin: true })).toMatchObject({ search: 'kuorma', filter: avoin })
    expect(requested({ q: 'kuorma' })).toMatchObject({ search: 'kuorma', filter: null })
    expect(requested({ all: [{ avoin: true }, { all: [{ q: 'kuorma' }] }] })).toMatchObject({
      search: 'kuorma',
      filter: { conjunction: 'AND', members: [avoin] },
    })
    expect(requested({ all: [{ avoin: true }] })).toMatchObject({ search: null })
    expect(requested({ any: [{ q: 'kuorma' }] })).toMatchObject({
      search: null,
      filter: { conjunction: 'OR', members: [{ members: [condition('q', '=', ['kuorma'])] }] },
    })
  })
})

describe('the rows of a shape', () => {
  const page = (row: ReadRow, ...included: ReadRow[]) => ({
    rows: [row],
    count: 1,
    included: new Map(included.map((one) => [one.id, one])),
  })

  test('have its fields and related rows', () => {
    const shape: Shape<'tilaus'> = {
      fields: ['vid', 'name'],
      relations: { asiakas: { fields: ['name'] }, lahetykset: { fields: ['tila'], relations: { auto: { fields: ['rekisterinumero'] } } } },
    }
    const order = { id: 't', vid: 7, name: null, tilausnro: 3, asiakas: 'a', lahetykset: ['l1', 'l2'] }
    const shipments = [
      { id: 'l1', tila: 'uusi', auto: 'auto' },
      { id: 'l2', tila: 'kesken', auto: null },
    ]
    const related = [{ id: 'a', name: 'Asiakas Oy', vid: 1 }, ...shipments, { id: 'auto', rekisterinumero: 'ABC-123' }]
    expect(rowsOfShape<'tilaus', typeof shape>(shape, page(order, ...related))).toEqual([
      {
        ...{ id: 't', vid: 7, name: null, asiakas: { id: 'a', name: 'Asiakas Oy' } },
        lahetykset: [
          { id: 'l1', tila: 'uusi', auto: { id: 'auto', rekisterinumero: 'ABC-123' } },
          { id: 'l2', tila: 'kesken', auto: null },
        ],
      },
    ])
  })

  test('lack what was not read, as it is hidden, and the related rows that the viewer may not read', () => {
    const shape: Shape<'tilaus'> = {
      fields: ['vid', 'koskematon'],
      relations: { reitti: { fields: ['name'] }, tilaus_ryhma: undefined, asiakas: { fields: ['name'] }, lahetykset: { fields: ['tila'] } },
    }
    const order = { id: 't', vid: 7, asiakas: 'a', tilaus_ryhma: 'r', lahetykset: ['l1', 'l2'] }
    const [row] = rowsOfShape<'tilaus', typeof shape>(shape, page(order, { id: 'l2', tila: 'uusi' }, { id: 'r', name: 'Ryhmä' }))
    expect(row).toStrictEqual({ id: 't', vid: 7, asiakas: null, lahetykset: [{ id: 'l2', tila: 'uusi' }] })
  })
})

test('a shape of names known only at run time fits an entity when each name is a field of it, or a relation to one other entity', () => {
  expect(isShapeOf('huolto', { fields: ['name', 'tunniste', 'info'], relations: { auto: { fields: ['rekisterinumero'] } } })).toBe(true)
  expect(isShapeOf('notification', { fields: ['is_dismissed'] })).toBe(true)
  expect(isShapeOf('tilaus', { fields: [], relations: { lahetykset: { fields: ['tila'] }, asiakas: undefined } })).toBe(true)
  expect(isShapeOf('huolto', { fields: ['siivet'] })).toBe(false)
  expect(isShapeOf('huolto', { fields: ['name', 'siivet'] })).toBe(false)
  expect(isShapeOf('huolto', { fields: ['toString'] })).toBe(false)
  expect(isShapeOf('huolto', { fields: [], relations: { siivet: { fields: [] } } })).toBe(false)
  expect(isShapeOf('huolto', { fields: [], relations: { toString: { fields: [] } } })).toBe(false)
  expect(isShapeOf('huolto', { fields: [], relations: { auto: { fields: ['info'] } } })).toBe(false)
  expect(isShapeOf('asiakas', { fields: [], relations: { laskutusosoite: { fields: ['name'] } } })).toBe(false)
})
