import type { Pool } from 'pg'
import type { z } from 'zod'
import { uninvoicedAges, type uninvoicedCustomersCall } from '#domain/features/invoicing/uninvoiced-customers.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { readFigures } from './queries.ts'

/** The figures of each customer; the counts in `meta` are those of the list's tabs. */
export async function uninvoicedCustomers(
  pool: Pool,
  { sort, ...filter }: z.output<typeof uninvoicedCustomersCall.input>,
  now: number,
): Promise<z.input<typeof uninvoicedCustomersCall.output>> {
  const since = (days: number): number => addDays(startOfDay(now), -days)
  const { summa_0_7, summa_8_14, summa_15_30 } = uninvoicedAges
  const ages = { week: since(summa_0_7), fortnight: since(summa_8_14), month: since(summa_15_30) }
  const found = await readFigures(pool, { filter, sort, ages, now })
  const total = (key: 'tilauksia' | 'valmiita' | 'puutteellisia'): number => found.reduce((sum, row) => sum + row[key], 0)
  const valmiit = total('valmiita')
  const puutteelliset = total('puutteellisia')
  return {
    data: found.filter(({ tilauksia }) => tilauksia > 0).map(({ valmiita: _, ...customer }) => customer),
    meta: { count: total('tilauksia'), kaikki: valmiit + puutteelliset, valmiit, puutteelliset },
  }
}
