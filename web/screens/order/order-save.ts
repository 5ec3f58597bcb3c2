import { billingFields } from '#domain/entities/order/order.billing.ts'
import { jobFields, planJobs, workOf } from '#domain/entities/order/order.jobs.ts'
import { type OrderGoods, planShipments } from '#domain/entities/order/order.rows.ts'
import { add, drop, type Operation, update } from '../../data/operations.ts'
import { numberOf } from '../../kit/typed.ts'
import {
  delivers,
  goodsOfRow,
  jobRowOf,
  mayBeMailed,
  type OrderValues,
  type PlaceValues,
  placeKeyOf,
  sharedOf,
  shownWork,
} from './order-values.ts'

export type OrderSave = {
  operations: Operation[]
  /** Where in `operations` the order itself is, when it is written at all. */
  orderAt: number | null
  /** A fault's pointer as the field of the form that it is about; null when it is about none. */
  fieldOf: (pointer: string) => string | null
}

type Context = {
  asiakas: string
  /** Whether the person writes prices (the policy table says). */
  mayPrice: boolean
}

/** An operation, and how its fields are called on the form. */
type Step = { operation: Operation; fieldOf: (field: string) => string | null }

/**
 * The one atomic call that saves the form: addresses to keep, the order, its shipments and hourly jobs. Empty when nothing has changed.
 *
 * A row keeps its shipment for as long as it stands on the form, so rows are matched with saved shipments by id first,
 * and only what is left in their order is given to `planShipments`, which goes by position.
 */
export function orderSave(typed: OrderValues, context: Context): OrderSave {
  const steps: Step[] = []
  const values = keepAddresses(typed, context, steps)
  const orderAt = orderStep(values, context, steps)
  shipmentSteps(values, context, steps)
  jobSteps(values, context, steps)
  return {
    operations: steps.map(({ operation }) => operation),
    orderAt,
    fieldOf: (pointer) => {
      const [, index, field] = /^\/atomic:operations\/(\d+)\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer) ?? []
      return field === undefined ? null : (steps[Number(index)]?.fieldOf(field) ?? null)
    },
  }
}

/** "Tallenna osoitteisiin": the address, with its contact when one is typed, becomes a saved one that the order points at. */
function keepAddresses(values: OrderValues, { asiakas }: Context, steps: Step[]): OrderValues {
  const keep = (end: 'nouto' | 'toimitus', place: PlaceValues): PlaceValues => {
    if (!place.save) return place
    const { saveAs } = place
    const contact = [place.etunimi, place.sukunimi, place.puhelin, place.email].some((text) => text.trim() !== '')
    const asIs = (field: string) => `${end}.${addressFields[field] ?? field}`
    if (contact && place.yhteyshenkilo === null) {
      const { etunimi, sukunimi, puhelin, email } = place
      const person = { id: saveAs.yhteyshenkilo, asiakas, etunimi, sukunimi, puhelin, email, tyyppi: [end] }
      steps.push({ operation: add('yhteyshenkilo', person), fieldOf: asIs })
    }
    const yhteyshenkilo = contact ? (place.yhteyshenkilo ?? saveAs.yhteyshenkilo) : null
    const address = {
      id: saveAs.osoite,
      asiakas,
      name: place.nimi,
      field_osoite_1: place.osoite1,
      field_osoite_2: place.osoite2,
      field_postinumero: place.postinro,
      field_postitoimipaikka: place.postitmp,
      field_maa: place.maa,
      puhelin: place.puhelin,
      tyyppi: [end],
      yhteyshenkilo,
    }
    steps.push({ operation: add('postiosoite', address), fieldOf: asIs })
    return { ...place, osoite: saveAs.osoite, yhteyshenkilo }
  }
  return { ...values, nouto: keep('nouto', values.nouto), toimitus: keep('toimitus', values.toimitus) }
}

const addressFields: Readonly<Record<string, string>> = {
  name: 'nimi',
  field_osoite_1: 'osoite1',
  field_osoite_2: 'osoite2',
  field_postinumero: 'postinro',
  field_postitoimipaikka: 'postitmp',
  field_maa: 'maa',
}

const billingKeys = [...billingFields, 'laskutus_viesti'] as const

function orderStep(values: OrderValues, { asiakas, mayPrice }: Context, steps: Step[]): number | null {
  const { id, saved, laskutus } = values
  const fieldOf = (field: string) =>
    field.startsWith('laskutus_') ? `laskutus.${field}` : field === 'hinta' || field === 'seurantalinkki' ? field : null
  const billing = Object.fromEntries(
    billingKeys.filter((key) => !saved || saved.laskutus[key] !== laskutus[key].trim()).map((key) => [key, laskutus[key].trim()]),
  )
  const hinta = numberOf(values.hinta)
  const price = mayPrice && hinta !== (saved?.hinta ?? 0) ? { hinta } : {}
  const changes = { ...billing, ...price }
  const kind = delivers(values) ? {} : { tyyppi: 'tunti' as const }
  const link = values.seurantalinkki && mayBeMailed(values) ? { seurantalinkki: true } : {}
  if (!saved) steps.push({ operation: add('tilaus', { id, asiakas, ...kind, ...changes, ...link }), fieldOf })
  else if (Object.keys(changes).length > 0) steps.push({ operation: update('tilaus', { id, vid: saved.vid }, changes), fieldOf })
  else return null
  return steps.length - 1
}

const rowFields: Readonly<Record<string, string>> = { yksikkopaino: 'paino' }
const ownFields = new Set(['tuote', 'tyyppi', 'maara', 'pituus', 'leveys', 'korkeus', 'yksikkopaino', 'kuvaus', 'varauma'])

/** Saved lines that still stand on the form in their saved order, then the rows that have none. */
function matched<R extends { id: string }, L extends { id: string }>(rows: readonly R[], lines: readonly L[]) {
  const positions = new Map(rows.map((row, position) => [row.id, position]))
  const kept = lines.filter(({ id }) => positions.has(id))
  const keptRows = kept.flatMap(({ id }) => rows[positions.get(id) ?? -1] ?? [])
  const fresh = rows.filter(({ id }) => !lines.some((line) => line.id === id))
  return { positions, kept, fresh, inOrder: [...keptRows, ...fresh], gone: lines.filter(({ id }) => !positions.has(id)) }
}

/** A saved address or contact has no field of its own: typed over at its first one, it is no longer referred to. */
const fieldOfReference: Readonly<Record<string, string>> = { osoite: 'osoite1', yhteyshenkilo: 'etunimi' }

/** A field that all lines share, as it is called on the form. */
function sharedField(field: string): string | null {
  const place = placeKeyOf(field)
  if (place) return `${place.end}.${fieldOfReference[place.key] ?? place.key}`
  if (field === 'toimituspaiva') return 'toivottu_toimitus'
  return field === 'viite' || field === 'viesti' || field === 'toivottu_toimitus' ? field : null
}

function shipmentSteps(values: OrderValues, { asiakas }: Context, steps: Step[]): void {
  const { positions, kept, fresh, inOrder, gone } = matched(values.rows, values.saved?.lines ?? [])
  const form: OrderGoods = { shared: sharedOf(values), rows: inOrder.map(goodsOfRow) }
  const plan = planShipments(kept, form)
  const fieldsOf = (id: string) => (field: string) =>
    ownFields.has(field) ? `rows.${positions.get(id) ?? 0}.${rowFields[field] ?? field}` : sharedField(field)

  for (const { id, vid, set } of plan.update) steps.push({ operation: update('lahetys', { id, vid }, set), fieldOf: fieldsOf(id) })
  plan.add.forEach((shipment, index) => {
    const id = fresh[index]?.id ?? ''
    steps.push({ operation: add('lahetys', { id, tilaus: values.id, asiakas, ...shipment }), fieldOf: fieldsOf(id) })
  })
  for (const line of gone) steps.push({ operation: removal('lahetys', line), fieldOf: () => null })
}

const amountFields: Readonly<Record<string, string>> = { aika: 'amount', matka: 'amount', maara: 'amount' }
const ownJobFields = new Set<string>(jobFields)

function jobSteps(values: OrderValues, { asiakas, mayPrice }: Context, steps: Step[]): void {
  const { saved } = values
  const { positions, kept, fresh, inOrder, gone } = matched(values.jobs, saved?.jobs ?? [])
  const shared = workOf(sharedOf(values))
  const plan = planJobs(kept, { shared, jobs: inOrder.map(jobRowOf) }, (saved && shownWork(saved)) ?? shared)
  const fieldsOf = (id: string) => (field: string) =>
    ownJobFields.has(field) ? `jobs.${positions.get(id) ?? 0}.${amountFields[field] ?? field}` : sharedField(field)

  for (const { id, vid, set } of plan.update) steps.push({ operation: update('tuntituote', { id, vid }, set), fieldOf: fieldsOf(id) })
  plan.add.forEach((job, index) => {
    const { id = '', terms } = fresh[index] ?? {}
    const row = { id, tilaus: values.id, asiakas, ...job, ...(mayPrice ? terms : {}) }
    steps.push({ operation: add('tuntituote', row), fieldOf: fieldsOf(id) })
  })
  for (const job of gone) steps.push({ operation: removal('tuntituote', job), fieldOf: () => null })
}

/** With the version that was seen, so that a line somebody has started meanwhile is not removed unseen. */
function removal(name: 'lahetys' | 'tuntituote', { id, vid }: { id: string; vid: number }): Operation {
  const operation = { ...drop(name, id), meta: { vid } }
  return operation
}
