import type { z } from 'zod'
import { hourlyKinds } from '#domain/entities/hourly/hourly.entity.ts'
import { isLive } from '#domain/entities/order/order.status.ts'
import { RequestFault } from '#domain/errors.ts'
import type { invoiceOrdersCall, MovedLine } from '#domain/features/invoicing/invoice-orders.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import { type RowChange, updateRow } from '#server/entities/engine.ts'

export type InvoicingInput = z.output<typeof invoiceOrdersCall.input>
export type OrderWithLines = {
  order: Row<'tilaus'>
  shipments: readonly Row<'lahetys'>[]
  jobs: readonly Row<'tuntituote'>[]
  /** The number of a credited invoice that may still return the order; null without. */
  credited: number | null
}
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
  /** The lines whose times it moves, by which it is undone. */
  moves?: (whole: OrderWithLines) => MovedLine[]
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
        refuse: (whole) => (isInvoiced(whole) ? creditedFault(whole) : 'Tilausta ei ole laskutettu.'),
        with: 'laskutettu',
      }
    case 'setHinta':
      return seenAs(input.ennen, ({ order }) => order.hinta, {
        ...{ ...ofOrder({ hinta: input.hinta }), reason: '', refuse: () => null, with: null },
      })
    case 'setMaara':
      return seenAs(
        input.ennen,
        ({ jobs }) => jobs.find(({ tyyppi }) => tyyppi === input.tyyppi)?.[input.tyyppi],
        amountChange(input.tyyppi, input.maara),
      )
    case 'setTimestampToimitettu':
      return seenAs(input.ennen, ({ order }) => order.timestamp_toimitettu, deliveryChange(input.timestamp_toimitettu, now))
    case 'setToivottuToimitus':
      return seenAs(input.ennen, ({ order }) => order.toivottu_toimitus, wishChange(input.toivottu_toimitus))
    case 'palautaAjat':
      return restoredTimes(input)
  }
}

/** The orders of a credited invoice return by it alone: it would otherwise return them a second time, after they have been invoiced elsewhere. */
const creditedFault = ({ credited }: OrderWithLines): string | null =>
  credited === null
    ? null
    : `Tilauksen lasku ${registry.lasku.tunniste.prefix}-${credited} on hyvitetty. Palauta tilaus laskun toiminnolla Laskuta uudelleen.`

/** Refuses an edit of a value that somebody else has changed after the person saw it. */
const seenAs = (
  seen: number | undefined,
  storedOf: (whole: OrderWithLines) => number | undefined,
  change: UninvoicedChange,
): UninvoicedChange => ({
  ...change,
  refuse: (whole) =>
    change.refuse(whole) ??
    (seen === undefined || storedOf(whole) === seen ? null : 'Joku muu ehti muuttaa arvoa. Katso uusi arvo ja yritä uudelleen.'),
})

type Line = { entity: 'lahetys' | 'tuntituote' | 'tilaus'; id: string; field: string; at: number }

/** The times that an edit of a day moves; an order of a rental has no lines, only its own time of delivery. */
function linesWith(field: keyof typeof jobFields, { order, shipments, jobs }: OrderWithLines): Line[] {
  if (shipments.length + jobs.length === 0)
    return field === 'timestamp_toimitettu' ? [{ entity: 'tilaus', id: order.id, field, at: order.timestamp_toimitettu }] : []
  const jobField = jobFields[field]
  return [
    ...shipments.map((row): Line => ({ entity: 'lahetys', id: row.id, field, at: row[field] })),
    ...jobs.map((row): Line => ({ entity: 'tuntituote', id: row.id, field: jobField, at: row[jobField] })),
  ]
}
/** The field of an hourly job that a field of a shipment corresponds to. */
const jobFields = { timestamp_toimitettu: 'timestamp_toimitettu', toivottu_toimitus: 'toimituspaiva' } as const

/** The change of each line's time to what `timeOf` says. */
const movedTo = (
  linesOf: (whole: OrderWithLines) => Line[],
  timeOf: (line: Line, lines: readonly Line[]) => number,
): Required<Pick<UninvoicedChange, 'changes' | 'moves' | 'ofLines'>> => ({
  changes: (whole, options) =>
    linesOf(whole).map((line, _, lines) => updateRow(line.entity, line.id, { [line.field]: timeOf(line, lines) }, options)),
  moves: (whole) =>
    linesOf(whole).flatMap((line, _, lines) => {
      const nyt = timeOf(line, lines)
      return nyt === line.at ? [] : [{ id: line.id, aika: line.at, nyt }]
    }),
  ofLines: true,
})

/** Undoes an edit of a day line by line: the lines had times of their own (rules/invoicing.md#edits-in-the-list). */
function restoredTimes({ kentta, rivit }: Extract<InvoicingInput, { operation: 'palautaAjat' }>): UninvoicedChange {
  const moved = new Map(rivit.map((line) => [line.id, line]))
  const linesOf = (whole: OrderWithLines): Line[] => linesWith(kentta, whole).filter(({ id }) => moved.has(id))
  return {
    ...movedTo(linesOf, ({ id, at }) => moved.get(id)?.aika ?? at),
    reason: '',
    refuse(whole) {
      const lines = linesOf(whole)
      const isAsMoved = lines.length === moved.size && lines.every(({ id, at }) => moved.get(id)?.nyt === at)
      return isAsMoved ? null : 'Aikoja on muutettu sen jälkeen, joten niitä ei voi palauttaa.'
    },
    with: null,
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
  const lastOf = (lines: readonly Line[]): number => Math.max(...lines.map((line) => line.at))
  return {
    ...movedTo(
      (whole) => linesWith('timestamp_toimitettu', whole),
      (line, lines) => (line.at === lastOf(lines) ? at : Math.min(line.at, at)),
    ),
    reason: '',
    refuse: ({ order }) =>
      order.tilauksen_tila === 'toimitettu' || order.tilauksen_tila === 'laskutettu' ? null : 'Tilausta ei ole toimitettu.',
    with: null,
  }
}

function wishChange(wished: number): UninvoicedChange {
  return {
    ...movedTo(
      (whole) => linesWith('toivottu_toimitus', whole),
      () => wished,
    ),
    reason: '',
    refuse: ({ shipments, jobs }) => (shipments.length + jobs.length > 0 ? null : 'Tilauksella ei ole rivejä, joita voisi muuttaa.'),
    with: null,
  }
}

/** A line that is delivered, or still to be: one that was cancelled is not invoiced. */
export const isCharged = ({ status, tila }: { status: 0 | 1; tila: Row<'lahetys'>['tila'] }): boolean =>
  status === 1 && (tila === 'toimitettu' || isLive(tila))
