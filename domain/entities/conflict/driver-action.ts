import { z } from 'zod'
import { keyOf } from '../../values/key-of.ts'
import { failureReasons } from '../failed-delivery/failed-delivery.entity.ts'
import { hourlyStates, shipmentStates } from '../order/order.states.ts'

/** What a driver did on a device, as it reaches the server when it could not be stored (rules/deliveries.md#conflicts). */
export const actionKinds = {
  tila: 'Tilamuutos',
  tuntityo: 'Tuntityön tila',
  kuittaus: 'Kuittaus',
  poikkeama: 'Toimitus ei onnistunut',
  kuva: 'Kuva',
  muu: 'Muu kirjaus',
} as const

/** More lines than stand at one door. */
const maxRows = 250
const id = z.uuid().toLowerCase()
const ids = z.array(id).max(maxRows)
const point = { lat: z.number().min(-90).max(90).nullable(), lng: z.number().min(-180).max(180).nullable() }

const failure = z.strictObject({
  id,
  lahetykset: ids.min(1),
  syy: keyOf(failureReasons),
  selite: z.string().max(1000),
  kuvat: ids,
  ...point,
})
export type FailureAction = z.output<typeof failure>

const stateAction = z.strictObject({
  laji: z.literal('tila'),
  lahetykset: ids.min(1),
  tila: keyOf(shipmentStates),
  /** The terminal to which the goods were brought. */
  nykyinen_osoite: id.nullable(),
})
const hourlyAction = z.strictObject({ laji: z.literal('tuntityo'), tuntityot: ids.min(1), tila: keyOf(hourlyStates) })
const deliveryAction = z.strictObject({
  laji: z.literal('kuittaus'),
  id,
  lahetykset: ids,
  nimenselvennys: z.string().max(255),
  /** The file of the signature. */
  kuittaus: id.nullable(),
  /** Where the goods were left without a signature; null when somebody received them. */
  jattopaikka: z.string().max(255).nullable(),
  kuvat: ids,
  poikkeamat: z.array(failure).max(maxRows),
  ...point,
})
const failureAction = z.strictObject({ laji: z.literal('poikkeama'), ...failure.shape })
const pictureAction = z.strictObject({ laji: z.literal('kuva'), lahetykset: ids.min(1), kuvat: ids.min(1) })
/** Recorded for a person to read; the server cannot carry it out. */
const otherAction = z.strictObject({ laji: z.literal('muu'), kuvaus: z.string().max(1000), kuvat: ids.optional() })

export const driverAction = z.discriminatedUnion('laji', [
  stateAction,
  hourlyAction,
  deliveryAction,
  failureAction,
  pictureAction,
  otherAction,
])
export type DriverAction = z.output<typeof driverAction>
export type DeliveryAction = z.output<typeof deliveryAction>

/** The lines that the action is about. */
export function linesOfAction(action: DriverAction): { lahetykset: string[]; tuntityot: string[] } {
  if (action.laji === 'tuntityo') return { lahetykset: [], tuntityot: action.tuntityot }
  if (action.laji === 'muu') return { lahetykset: [], tuntityot: [] }
  const failed = action.laji === 'kuittaus' ? action.poikkeamat.flatMap(({ lahetykset }) => lahetykset) : []
  return { lahetykset: [...new Set([...action.lahetykset, ...failed])], tuntityot: [] }
}

const failureWords = ({ syy, selite }: Pick<FailureAction, 'syy' | 'selite'>): string =>
  [failureReasons[syy], selite].filter(Boolean).join(': ')

/** What the driver wrote and chose with the action; '' for a step. */
export function wordsOfAction(action: DriverAction): string {
  if (action.laji === 'muu') return action.kuvaus
  if (action.laji === 'poikkeama') return failureWords(action)
  if (action.laji !== 'kuittaus') return ''
  const { nimenselvennys, jattopaikka, poikkeamat } = action
  const receiver = nimenselvennys === '' ? [] : [`Vastaanottaja: ${nimenselvennys}`]
  return [...receiver, ...(jattopaikka ? [`Jätetty: ${jattopaikka}`] : []), ...poikkeamat.map(failureWords)].join('. ')
}

/** What the driver wrote, unless the conflict's own description says the same; '' for nothing to add to it. */
export function wordsBeside({ kuvaus, toimi }: { kuvaus: string; toimi: DriverAction }): string {
  const words = wordsOfAction(toimi)
  return words === kuvaus ? '' : words
}

/** The files that belong to the action: a signature and pictures. */
export function filesOfAction(action: DriverAction): string[] {
  if (action.laji === 'kuittaus')
    return [...(action.kuittaus ? [action.kuittaus] : []), ...action.kuvat, ...action.poikkeamat.flatMap(({ kuvat }) => kuvat)]
  return action.laji === 'tila' || action.laji === 'tuntityo' ? [] : (action.kuvat ?? [])
}
