import type { z } from 'zod'
import { mayRead } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import type { PriceDraft, priceDraftCall } from '#domain/features/prices/price-draft.ts'
import { priceOf } from '#domain/features/prices/price-of-order.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { savedAddresses } from '../addresses/queries.ts'
import { requestedCustomer } from '../customers/requested-customer.ts'
import { readPricingData } from './queries.ts'

type Input = z.output<typeof priceDraftCall.input>

/** Prices a draft. Only saved addresses that the viewer may read are used, as when the order is saved. */
export async function priceDraft(parts: Context, viewer: Viewer, input: Input): Promise<PriceDraft> {
  const { pool, clock } = parts
  const asiakas = requestedCustomer(viewer, input.asiakas_id) ?? viewer.asiakasId
  const saved = input.lahetykset.flatMap((row) => [row.nouto_osoite, row.toimitus_osoite]).filter((id) => id !== null)
  const ids = [...new Set(saved)]
  const page = { limit: ids.length, offset: 0, counted: false }
  const reached =
    ids.length === 0 ? [] : (await savedAddresses(parts, viewer, { bundle: 'postiosoite', asiakas_id: null, ids, ...page })).data
  const inReach = new Set(reached.map(({ id }) => id))
  const reachable = (id: string | null) => (id !== null && inReach.has(id) ? id : null)
  const shipments = input.lahetykset.map((row, index) => ({
    ...row,
    id: rowName(index),
    nouto_osoite: reachable(row.nouto_osoite),
    toimitus_osoite: reachable(row.toimitus_osoite),
  }))
  // A draft has no recorded working time, and belongs to no recurring job.
  const jobs = input.tuntituotteet.map((row, index) => ({ ...row, id: rowName(index), sovittu_hinta: 0, aloitusaika: 0, lopetusaika: 0 }))
  const request = { asiakas, paiva: startOfDay(input.paiva || clock()), shipments, jobs }
  const price = priceOf(request, await readPricingData(pool, [request]))
  if (!price.found) return { hinta: 0, puute: price.reason, hinnasto: '', vaiheet: [] }
  const mayReadLists = mayRead('hinnasto', viewer.roles)
  return {
    hinta: price.hinta,
    puute: '',
    hinnasto: mayReadLists ? (price.list?.name ?? '') : '',
    vaiheet: mayReadLists ? [...price.steps] : [],
  }
}

// A row that is not stored has no id, so its price is identified by its index.
const rowName = (index: number): string => String(index)
