import type { Row } from '#domain/registry.ts'
import type { Book } from '#server/demo/book.ts'
import type { Company } from '#server/demo/company.ts'
import type { OrderWish } from '#server/demo/order-draft.ts'
import { draftOrder } from '#server/demo/order-draft.ts'
import { keepOrder, placeOrder } from '#server/demo/order-life.ts'
import { pricing } from '#server/demo/order-prices.ts'

export type Past = {
  ordered: number
  delivered: number
  /** 0: delivered but not invoiced yet. */
  invoiced: number
  /** Every line of it. */
  cancelled: boolean
}

/**
 * An order whose life is over, brought in whole: one revision a row, as an import from an older system would make. The
 * rules still settle it, so that it stands as it would if it had been lived.
 */
export function addArchivedOrder(book: Book, company: Company, wish: OrderWish, past: Past): void {
  const driver = book.random.pick(company.drivers)
  const draft = draftOrder(book, company, wish)
  const price = pricing(draft, wish.customer)
  const end: Pick<Row<'lahetys'>, 'kuljettaja' | 'auto' | 'timestamp_toimitettu'> & { tila: 'peruutettu' | 'toimitettu' } = {
    kuljettaja: driver.id,
    auto: driver.car,
    tila: past.cancelled ? 'peruutettu' : 'toimitettu',
    timestamp_toimitettu: past.cancelled ? 0 : past.delivered,
  }
  const worked = past.cancelled ? {} : { aloitusaika: past.delivered - 7200, lopetusaika: past.delivered }
  const finished = {
    tilaus: { ...draft.tilaus, ...price.tilaus, ...(past.invoiced > 0 ? { tilauksen_tila: 'laskutettu' as const } : {}) },
    lahetykset: draft.lahetykset.map((row, index) => ({ ...row, ...price.lahetys(row, index), ...end })),
    tuntituotteet: draft.tuntituotteet.map((row, index) => ({ ...row, ...price.tuntituote(row, index), ...end, ...worked })),
  }
  const at = past.cancelled ? past.ordered + 3600 : past.invoiced || past.delivered
  const by = company.administrators[0] ?? null
  keepOrder(book, placeOrder(book, finished, { by, at, since: past.ordered, why: 'Tuotu vanhasta järjestelmästä' }))
}
