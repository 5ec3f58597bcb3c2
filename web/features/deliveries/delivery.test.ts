import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { blankRow } from '#domain/testing/blank-row.ts'
import { type Delivery, deliveryQuery, keepNewer } from './delivery.ts'

// The test only compares which one is kept.
const delivery = (customer: string): Delivery => ({
  order: { ...blankRow('tilaus'), tunniste: 'T-1', lahetykset: [], tuntituotteet: [] },
  customer,
  shipments: [],
  acknowledgements: [],
})

test("a delivery prefetched with the list replaces the page's own only if that is older, and keeps the time when it was read", () => {
  const client = new QueryClient()
  const { queryKey } = deliveryQuery('t1')
  keepNewer(client, 't1', delivery('ensin'), 1000)
  expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: 1000, data: { customer: 'ensin' } })
  client.setQueryData(queryKey, delivery('sivu'), { updatedAt: 3000 })
  keepNewer(client, 't1', delivery('vanha lista'), 2000)
  expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: 3000, data: { customer: 'sivu' } })
  keepNewer(client, 't1', delivery('uusi lista'), 4000)
  expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: 4000, data: { customer: 'uusi lista' } })
  client.clear()
})
