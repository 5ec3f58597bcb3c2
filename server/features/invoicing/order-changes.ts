import type { z } from 'zod'
import { hourlyKinds } from '#domain/entities/hourly/hourly.entity.ts'
import { isLive } from '#domain/entities/order/order.status.ts'
import { RequestFault } from '#domain/errors.ts'
import type { invoiceOrdersCall } from '#domain/features/invoicing/invoice-orders.ts'
import type { Row } from '#domain/model/registry.ts'
import { type RowChange, updateRow } from '#server/entities/engine.ts'

export type InvoicingInput = z.output<typeof invoiceOrdersCall.input>
export type OrderWithLines = { order: Row<'tilaus'>; shipments: readonly Row<'lahetys'>[]; jobs: readonly Row<'tuntituote'>[] }
type Options = { reason: string; pointer: string }

export type UninvoicedChange = {
  reason: string
  /** Why an order cannot be changed; null when it can. */
  refuse: (whole: OrderWithLines) => string | null
  changes: (whole: OrderWithLines, options: Options) => RowChange[]
  /** An order of a group is changed together with the group's other orders in this state; null: alone. */
  with: Row<'tilaus'>['tilauksen_tila'] | null
  /** The change needs the live lines of the orders. */
  ofLines: boolean
}

const ofOrder = (values: Partial<Row<'tilaus'>>): Pick<UninvoicedChange, 'changes' | 'ofLines'> => ({
  changes: ({ order }, options) => [updateRow('tilaus', order.id, values, options)],
  ofLines: false,
})

const isInvoiced = ({ order }: OrderWithLines): boolean => order.tilauksen_tila === 'laskutettu'

/**
 * The change that the operation makes to an order. An order without a price or a billing address can be marked as
 * invoiced: nothing is sent, as the invoice is made elsewhere and may contain data that Kuorma does not have. Sending an
 * incomplete invoice is refused (rules/invoicing.md#uninvoiced-list); the list shows what is missing.
 */
export function changeOf(input: InvoicingInput, now: number): UninvoicedChange {
  switch (input.operation) {
    case 'laskuta':
      return {
        ...ofOrder({ tilauksen_tila: 'laskutettu' }),
        reason: input.syy,
        refuse: (whole) => (isInvoiced(whole) ? 'Tilaus on jo laskutettu.' : null),
        with: 'toimitettu',
      }
    case 'peru_laskutus':
      return {
        ...ofOrder({ tilauksen_tila: 'toimitettu' }),
        reason: input.syy,
        refuse: (whole) => (isInvoiced(whole) ? null : 'Tilausta ei ole laskutettu.'),
        with: 'laskutettu',
      }
    case 'setHinta':
      return { ...ofOrder({ hinta: input.hinta }), reason: '', refuse: () => null, with: null }
    case 'setMaara':
      return amountChange(input.tyyppi, input.maara)
    case 'setTimestampToimitettu':
      return deliveryChange(input.timestamp_toimitettu, now)
    case 'setToivottuToimitus':
      return wishChange(input.toivottu_toimitus)
  }
}

/** The only live hourly job of the order that is charged by this (rules/invoicing.md#edits-in-the-list). */
function amountChange(tyyppi: keyof typeof hourlyKinds, maara: number): UninvoicedChange {
  const jobsOf = ({ jobs }: OrderWithLines) => jobs.filter((job) => job.tyyppi === tyyppi)
  return {
    reason: '',
    refuse(whole) {
      const count = jobsOf(whole).length
      if (count === 1) return null
      return count === 0
        ? `Tilauksella ei ole tuntityötä, jonka laskutusperuste on ${hourlyKinds[tyyppi].toLocaleLowerCase('fi')}.`
        : 'Tilauksella on useita tuntitöitä. Muuta niiden määriä tilauksella.'
    },
    changes: (whole, options) => jobsOf(whole).map(({ id }) => updateRow('tuntituote', id, { [tyyppi]: maara }, options)),
    with: null,
    ofLines: true,
  }
}

/** Moves the last delivery of the order to the moment; those before it keep their times, unless they would be later than it. */
function deliveryChange(at: number, now: number): UninvoicedChange {
  if (at > now)
    throw new RequestFault({
      kind: 'invalid',
      detail: 'Toimitusaika ei voi olla tulevaisuudessa.',
      pointer: '/timestamp_toimitettu',
    })
  const timeOf = (delivered: number, last: number): number => (delivered === last ? at : Math.min(delivered, at))
  return {
    reason: '',
    refuse: ({ order }) =>
      order.tilauksen_tila === 'toimitettu' || order.tilauksen_tila === 'laskutettu' ? null : 'Tilausta ei ole toimitettu.',
    changes({ order, shipments, jobs }, options) {
      const last = Math.max(...[...shipments, ...jobs].map(({ timestamp_toimitettu }) => timestamp_toimitettu))
      const values = (row: { timestamp_toimitettu: number }) => ({ timestamp_toimitettu: timeOf(row.timestamp_toimitettu, last) })
      // An order of a rental has no lines.
      if (shipments.length + jobs.length === 0) return [updateRow('tilaus', order.id, { timestamp_toimitettu: at }, options)]
      return [
        ...shipments.map((row) => updateRow('lahetys', row.id, values(row), options)),
        ...jobs.map((row) => updateRow('tuntituote', row.id, values(row), options)),
      ]
    },
    with: null,
    ofLines: true,
  }
}

function wishChange(wished: number): UninvoicedChange {
  return {
    reason: '',
    refuse: ({ shipments, jobs }) => (shipments.length + jobs.length > 0 ? null : 'Tilauksella ei ole rivejä, joita voisi muuttaa.'),
    changes: ({ shipments, jobs }, options) => [
      ...shipments.map(({ id }) => updateRow('lahetys', id, { toivottu_toimitus: wished }, options)),
      ...jobs.map(({ id }) => updateRow('tuntituote', id, { toimituspaiva: wished }, options)),
    ],
    with: null,
    ofLines: true,
  }
}

/** A line that is delivered, or still to be: one that was cancelled is not invoiced. */
export const isCharged = ({ status, tila }: { status: 0 | 1; tila: Row<'lahetys'>['tila'] }): boolean =>
  status === 1 && (tila === 'toimitettu' || isLive(tila))
