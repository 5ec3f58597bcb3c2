import { describe, expect, expectTypeOf, test } from 'vitest'
import type { OrderState } from '#domain/entities/order/order.states.ts'
import { list, queryOf } from './json-api.ts'
import { urlOf } from './request.ts'
import { newId, readResource, readRow, valuesOf, writeResource } from './row.ts'

describe('the query', () => {
  test('of a list carries filters, sorting, fields and the page', () => {
    const query = queryOf<'tilaus', { tilaus: readonly ['id', 'tilausnro']; asiakas: readonly ['name'] }>({
      filter: {
        status: 1,
        tilauksen_tila: ['uusi', 'kuljetuksessa'],
        'asiakas.name': { operator: 'CONTAINS', value: 'Oy' },
        hinta: undefined,
      },
      include: ['asiakas', 'lahetykset.kuljettaja'],
      sort: ['-tilausnro', 'asiakas.name'],
      page: { offset: 50, limit: 25 },
      fields: { tilaus: ['id', 'tilausnro'], asiakas: ['name'] },
    })
    expect(query).toEqual([
      ['filter[status]', '1'],
      ['filter[c1][condition][path]', 'tilauksen_tila'],
      ['filter[c1][condition][operator]', 'IN'],
      ['filter[c1][condition][value][]', 'uusi'],
      ['filter[c1][condition][value][]', 'kuljetuksessa'],
      ['filter[c2][condition][path]', 'asiakas.name'],
      ['filter[c2][condition][operator]', 'CONTAINS'],
      ['filter[c2][condition][value]', 'Oy'],
      ['include', 'asiakas,lahetykset.kuljettaja'],
      ['sort', '-tilausnro,asiakas.name'],
      ['page[offset]', '50'],
      ['page[limit]', '25'],
      ['fields[tilaus_entity--tilaus_entity]', 'tilausnro'],
      ['fields[asiakas_entity--asiakas_entity]', 'name'],
    ])
  })

  test('carries _format=json only on paths without a jsonapi segment', () => {
    expect(urlOf('/api/avoimet_tilaukset', [['a', 'b']])).toBe('/api/avoimet_tilaukset?a=b&_format=json')
    expect(urlOf('/jsonapi/auto_entity/auto_entity')).toBe('/jsonapi/auto_entity/auto_entity')
    expect(urlOf('/api/jsonapi-like')).toBe('/api/jsonapi-like?_format=json')
  })
})

describe('rows', () => {
  const resource = readResource({
    type: 'tilaus_entity--tilaus_entity',
    id: 'a',
    attributes: { tilausnro: 1042, tilauksen_tila: 'uusi', hinta: 12.5, status: true, vid: 3, tunniste: 'T-1042', avoin: true },
    relationships: {
      asiakas: { data: { type: 'asiakas_entity--asiakas_entity', id: 'c' } },
      lahetykset: { data: [{ type: 'lahetys_entity--lahetys', id: 's1' }] },
      rahtikirja: { data: null },
    },
  })

  test('contain the fields of the document, checked against the registry', () => {
    expect(readRow('tilaus', resource)).toEqual({
      id: 'a',
      tilausnro: 1042,
      tilauksen_tila: 'uusi',
      hinta: 12.5,
      status: 1,
      vid: 3,
      tunniste: 'T-1042',
      avoin: true,
      asiakas: 'c',
      lahetykset: ['s1'],
      rahtikirja: null,
    })
  })

  test('refuse a value of another kind', () => {
    expect(() => readRow('tilaus', { ...resource, attributes: { hinta: '12,50' } })).toThrow('hinta')
  })

  test('are written as attributes and relationships', () => {
    expect(writeResource('lahetys', { id: 'x', viite: 'PO-1', kuljettaja: null, auto: 'b', kuvat: ['f'] }, 'Vaihto')).toEqual({
      type: 'lahetys_entity--lahetys',
      id: 'x',
      attributes: { viite: 'PO-1' },
      relationships: {
        kuljettaja: { data: null },
        auto: { data: { type: 'auto_entity--auto_entity', id: 'b' } },
        kuvat: { data: [{ type: 'file--file', id: 'f' }] },
      },
      meta: { syy: 'Vaihto' },
    })
  })

  test('new ids are UUIDs of version 4', () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(newId()).not.toBe(newId())
  })

  test('types follow from the registry', () => {
    const sparse = () => list('tilaus', { fields: { tilaus: ['tilausnro', 'asiakas'], asiakas: ['name'] } })
    type Sparse = Awaited<ReturnType<typeof sparse>>
    expectTypeOf<Sparse['rows'][number]>().toEqualTypeOf<{ id: string; tilausnro: number; asiakas: string | null }>()
    const customer = (listed: Sparse) => listed.included.get('asiakas', 'x')
    expectTypeOf<ReturnType<typeof customer>>().toEqualTypeOf<{ id: string; name: string } | undefined>()
    const whole = () => list('tilaus')
    type Whole = Awaited<ReturnType<typeof whole>>['rows'][number]
    expectTypeOf<Whole['tilauksen_tila']>().toEqualTypeOf<OrderState>()
    expectTypeOf<Whole['lahetykset']>().toEqualTypeOf<string[]>()
    // @ts-expect-error an entity has only its own fields
    void (() => list('tilaus', { fields: { tilaus: ['ei_ole'] } }))
  })
})

describe('values of a form', () => {
  test('are written when the registry knows the fields and the kinds of their values', () => {
    const values = { name: 'Huolto', tehty: true, paiva: 0, auto: null, kuvat: ['k1'] }
    expect(valuesOf('huolto', values)).toEqual(values)
  })

  test('throw when a field is unknown or a value is of another kind', () => {
    expect(() => valuesOf('huolto', { maksu: 1 })).toThrow('huolto.maksu cannot be 1')
    expect(() => valuesOf('huolto', { paiva: 'joskus' })).toThrow('huolto.paiva cannot be "joskus"')
    expect(() => valuesOf('huolto', { kuvat: [1] })).toThrow('huolto.kuvat cannot be [1]')
    expect(() => valuesOf('auto', { huollot: ['h1'] })).toThrow('auto.huollot cannot be ["h1"]')
  })
})
