import { type JobRow, jobFields, jobSharedFields, type SharedWork } from '#domain/entities/hourly/hourly.form.ts'
import { billingFields } from '#domain/entities/order/order.billing.ts'
import { dispatcherFields, type FormShipment, formFields, pick, planLines } from '#domain/entities/order/order.rows.ts'
import { timeWindowKeys } from '#domain/entities/shipment/shipment.times.ts'
import { type End, ends } from '#domain/values/place/place.ts'
import { numberOf } from '#web/kit/form/typed-number.ts'
import { add, drop, type Operation, update } from '../../data/operations.ts'
import { consigneeMails, delivers, type GoodsValues, type JobValues, type OrderValues, shipmentOf, workOf } from './order-values.ts'
import { type PlaceValues, placeKeyOf } from './places/place-values.ts'

export type OrderSave = {
  operations: Operation[]
  /** The index of the order's own operation; null when the order is not written. */
  orderAt: number | null
  /** The form's field for a fault's pointer; null when there is none. */
  fieldOf: (pointer: string) => string | null
}

type Context = {
  asiakas: string
  /** Whether the policy lets the person write prices. */
  mayPrice: boolean
  /** Whether it lets the person write the service time and the promised time. */
  mayPlan: boolean
}

/** An operation, and the mapping from its fields to those of the form. */
type Step = { operation: Operation; fieldOf: (field: string) => string | null }

/** The atomic call that saves the form: addresses to store, the order, its shipments and hourly jobs. Empty when nothing has changed. */
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

/** "Tallenna osoitteisiin": the address, with its contact if one is typed, is saved and referenced by the order. */
function keepAddresses(values: OrderValues, { asiakas }: Context, steps: Step[]): OrderValues {
  const keep = (end: End, place: PlaceValues, position: number): PlaceValues => {
    if (!place.save || (end === 'toimitus' && !delivers(values))) return place
    const { saveAs } = place
    const contact = [place.etunimi, place.sukunimi, place.puhelin, place.email].some((text) => text.trim() !== '')
    const asIs = (field: string) => `${end}.${position}.${addressFields[field] ?? field}`
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
  const places = Object.fromEntries(ends.map((end) => [end, values[end].map((place, position) => keep(end, place, position))]))
  return { ...values, ...places }
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
  const leaving = values.saa_jattaa === (saved?.saa_jattaa ?? 'oletus') ? {} : { saa_jattaa: values.saa_jattaa }
  const changes = { ...billing, ...price, ...leaving }
  const kind = delivers(values) ? {} : { tyyppi: 'tunti' as const }
  const link = values.seurantalinkki && consigneeMails(values).length > 0 ? { seurantalinkki: true } : {}
  if (!saved) steps.push({ operation: add('tilaus', { id, asiakas, ...kind, ...changes, ...link }), fieldOf })
  else if (Object.keys(changes).length > 0) steps.push({ operation: update('tilaus', { id, vid: saved.vid }, changes), fieldOf })
  else return null
  return steps.length - 1
}

const rowFields: Readonly<Record<string, string>> = { yksikkopaino: 'paino' }
const ownFields = new Set(['tuote', 'tyyppi', 'maara', 'pituus', 'leveys', 'korkeus', 'yksikkopaino', 'kuvaus', 'varauma', 'palveluaika'])

/** A fault of a saved address or contact is shown at its first field; typing there drops the reference. */
const fieldOfReference: Readonly<Record<string, string>> = { osoite: 'osoite1', yhteyshenkilo: 'etunimi' }

/** The form's field for a field of a line's place, wished day or notes. */
function notedField(values: OrderValues, path: string, line: GoodsValues | JobValues, field: string): string | null {
  const place = placeKeyOf(field)
  if (place) {
    const key = place.end === 'nouto' ? line.nouto : 'toimitus' in line ? line.toimitus : null
    const position = values[place.end].findIndex((listed) => listed.key === key)
    return `${place.end}.${position}.${fieldOfReference[place.key] ?? place.key}`
  }
  if (timeWindowKeys.some((key) => key === field)) return line.own.ajat === null ? `ajat.${field}` : `${path}.own.ajat.${field}`
  const noted = field === 'toimituspaiva' ? 'toivottu_toimitus' : field
  if (field === 'kuljettaja') return field
  if (noted !== 'viite' && noted !== 'viesti' && noted !== 'toivottu_toimitus' && noted !== 'luvattu_aika') return null
  return line.own[noted] == null ? noted : `${path}.own.${noted}`
}

/** The driver that was chosen for all lines of a new order. */
const driverOf = ({ saved, kuljettaja }: OrderValues): { kuljettaja?: string } => (saved === null && kuljettaja ? { kuljettaja } : {})

function shipmentSteps(values: OrderValues, { asiakas, mayPlan }: Context, steps: Step[]): void {
  const { rows, saved } = values
  const shipments = rows.map((row) => shipmentOf(values, row))
  const plan = planLines<FormShipment>(saved?.lines ?? [], shipments, mayPlan ? dispatcherFields : formFields)
  const byId = new Map(shipments.map((shipment) => [shipment.id, shipment]))
  const fieldsOf = (id: string) => (field: string) => {
    const position = rows.findIndex((row) => row.id === id)
    const row = rows[position]
    const path = `rows.${position}`
    if (!row) return null
    return ownFields.has(field) ? `${path}.${rowFields[field] ?? field}` : notedField(values, path, row, field)
  }
  for (const { id, vid, set } of plan.update) {
    const typed = byId.get(id)
    // The server moves windows that a new wished day comes without; those on the screen are what the person has seen.
    const windows = typed && 'toivottu_toimitus' in set ? pick(typed, timeWindowKeys) : {}
    steps.push({ operation: update('lahetys', { id, vid }, { ...set, ...windows }), fieldOf: fieldsOf(id) })
  }
  for (const shipment of plan.add) {
    steps.push({
      operation: add('lahetys', { tilaus: values.id, asiakas, ...shipment, ...driverOf(values) }),
      fieldOf: fieldsOf(shipment.id),
    })
  }
  for (const line of plan.remove) steps.push({ operation: removal('lahetys', line), fieldOf: () => null })
}

const amountFields: Readonly<Record<string, string>> = { aika: 'amount', matka: 'amount', maara: 'amount' }
const ownJobFields = new Set<string>(jobFields)
const writtenOfJobs = [...jobSharedFields, ...jobFields]

function jobSteps(values: OrderValues, { asiakas, mayPrice }: Context, steps: Step[]): void {
  const { jobs, saved } = values
  const plan = planLines<SharedWork & JobRow>(
    saved?.jobs ?? [],
    jobs.map((job) => workOf(values, job)),
    writtenOfJobs,
  )
  const fieldsOf = (id: string) => (field: string) => {
    const position = jobs.findIndex((job) => job.id === id)
    const job = jobs[position]
    const path = `jobs.${position}`
    if (!job) return null
    return ownJobFields.has(field) ? `${path}.${amountFields[field] ?? field}` : notedField(values, path, job, field)
  }
  for (const { id, vid, set } of plan.update) steps.push({ operation: update('tuntituote', { id, vid }, set), fieldOf: fieldsOf(id) })
  for (const work of plan.add) {
    const terms = jobs.find(({ id }) => id === work.id)?.terms
    const row = { tilaus: values.id, asiakas, ...work, ...(mayPrice ? terms : {}), ...driverOf(values) }
    steps.push({ operation: add('tuntituote', row), fieldOf: fieldsOf(work.id) })
  }
  for (const job of plan.remove) steps.push({ operation: removal('tuntituote', job), fieldOf: () => null })
}

/** With the version that was read, so that a line that somebody has started meanwhile is not removed. */
function removal(name: 'lahetys' | 'tuntituote', { id, vid }: { id: string; vid: number }): Operation {
  const operation = { ...drop(name, id), meta: { vid } }
  return operation
}
