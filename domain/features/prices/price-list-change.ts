import { z } from 'zod'
import { administratorsRead, defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { toNfc } from '../../values/nfc.ts'
import { firstValidMoment, lastMoment } from '../../values/time/time.ts'
import { listAmounts } from './changed-lists.ts'

/** A change concerns at most so many lists; more are changed in parts. */
export const maxChangedLists = 500
/** The preview calculates at most so many orders. */
export const maxPreviewedOrders = 10_000

const twoDecimals = (percent: number): boolean => Math.abs(Math.round(percent * 100) - percent * 100) < 1e-6
const decimalFault = 'Prosentissa on enintään kaksi desimaalia.'

const change = z.strictObject({
  /** The lists that are changed. Missing: every list that applies on the day or later. */
  ids: z
    .array(z.uuid('Tunniste (ids) on UUID.').toLowerCase(), 'Anna hinnastojen tunnisteet (ids).')
    .min(1, 'Valitse ainakin yksi hinnasto.')
    .max(maxChangedLists, `Valitse enintään ${maxChangedLists} hinnastoa kerrallaan.`)
    .optional(),
  /** A midnight in Helsinki: the day from which the new lists apply. */
  paiva: z.int('Valitse päivä.').min(firstValidMoment, 'Valitse päivä.').max(lastMoment, 'Valitse päivä.'),
  /** Percent by which all amounts change. */
  prosentti: z
    .number('Kirjoita muutos prosentteina.')
    .min(-90, 'Muutos on vähintään −90 %.')
    .max(900, 'Muutos on enintään 900 %.')
    .refine(twoDecimals, decimalFault)
    .default(0),
  /** The new fuel surcharge in percent; null keeps that of each list. */
  polttoainelisa: z
    .number('Kirjoita polttoainelisä prosentteina.')
    .min(0, 'Polttoainelisä on vähintään 0 %.')
    .max(100, 'Polttoainelisä on enintään 100 %.')
    .refine(twoDecimals, decimalFault)
    .nullable()
    .default(null),
  /** The name of the new list; only with one list. '': the name of the old one with the day. */
  nimi: z.string('Nimi on tekstiä.').trim().overwrite(toNfc).max(255, 'Nimi on enintään 255 merkkiä.').default(''),
})
export type PriceListChangeInput = z.output<typeof change>

const prices = z.strictObject(
  // One entry for each name of the list.
  Object.fromEntries([...listAmounts, 'polttoainelisa_prosentti'].map((name) => [name, z.number()])) as Record<
    (typeof listAmounts)[number] | 'polttoainelisa_prosentti',
    z.ZodNumber
  >,
)
const customer = z.strictObject({ id: z.uuid(), name: z.string() })
/** The number of orders, and their sums in euros by the lists before and after the change. */
const effect = { tilauksia: z.number(), ennen: z.number(), jalkeen: z.number() }

/** The new lists that a change would create, and what last month's orders would have cost by them. Stores nothing. */
export const priceListPreviewCall = defineCall({
  method: 'POST',
  path: '/api/hinnasto/muutos/esikatselu',
  roles: ['yllapito'],
  secret: 'answer',
  input: change,
  output: z.strictObject({
    /** Identifies the lists and their versions: the change is refused when it no longer holds. */
    tiiviste: z.string(),
    hinnastot: z.array(
      z.strictObject({
        /** The list that is replaced. */
        id: z.uuid(),
        name: z.string(),
        uusi_nimi: z.string(),
        /** Null for a default list. */
        asiakas: customer.nullable(),
        voimassa_alkaen: z.number(),
        ennen: prices,
        jalkeen: prices,
        /** Prices that the change is too small for. */
        ennallaan: z.array(z.enum(listAmounts)),
      }),
    ),
    /** The month whose delivered orders were calculated: its first and last day. */
    kuukausi: z.strictObject({ alku: z.number(), loppu: z.number() }),
    ...effect,
    /** Orders of the month whose price was typed or is the joint price of a group: the change does not affect them. */
    muita: z.number(),
    /** There were more orders than are calculated. */
    rajattu: z.boolean(),
    asiakkaat: z.array(z.strictObject({ asiakas: customer, ...effect })),
  }),
})
export type PriceListPreview = OutputOf<typeof priceListPreviewCall>

/** Creates new lists that apply from the day on; existing ones stay as they are (rules/prices.md#changing-lists, decision 65). */
export const changePriceListsCall = defineCall({
  method: 'POST',
  path: '/api/hinnasto/muutos',
  roles: ['yllapito'],
  input: change.extend({ tiiviste: z.string('Esikatsele muutos ensin.').min(1, 'Esikatsele muutos ensin.') }),
  output: z.strictObject({ success: z.literal(true), id: z.uuid(), hinnastot: z.array(z.uuid()) }),
})

/** Removes the lists that a change has created, while no order has been priced by them. */
export const undoPriceListChangeCall = defineCall({
  method: 'POST',
  path: '/api/hinnasto/muutos/peru',
  roles: ['yllapito'],
  input: z.strictObject({ id: z.uuid('Tunniste (id) on UUID.').toLowerCase() }),
  output: z.strictObject({ success: z.literal(true), hinnastoja: z.number() }),
})

/** The changes that have been made, newest first. */
export const priceListChangesCall = defineCall({
  method: 'GET',
  path: '/api/hinnasto/muutokset',
  roles: ['yllapito'],
  reads: administratorsRead('hinnasto', 'user'),
  input: z.strictObject(pageOf({ usual: 20, max: 100 })),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      aika: z.number(),
      kayttaja: z.string(),
      paiva: z.number(),
      prosentti: z.number(),
      polttoainelisa: z.number().nullable(),
      hinnastoja: z.number(),
      /** When it was undone; 0 when it is in force. */
      peruttu: z.number(),
      /** Whether an order has been priced by one of its lists: then it can no longer be undone. */
      kaytetty: z.boolean(),
    }),
  ),
})
export type MadePriceListChange = OutputOf<typeof priceListChangesCall>['data'][number]
