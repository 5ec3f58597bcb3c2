import { pickupKeys } from '../../values/place/place.ts'
import type { Tuntituote } from './hourly.entity.ts'

/** The fields of an hourly job copied from the order's form: extra work is done at the pickup place (rules/orders.md#extra-work). */
const placedFields = [...pickupKeys, 'viesti', 'viite', 'nouto_osoite', 'nouto_yhteyshenkilo'] as const
export const jobSharedFields = [...placedFields, 'toimituspaiva'] as const satisfies readonly (keyof Tuntituote)[]
/** The fields of a row of extra work. */
export const jobFields = [
  'tuntituote_tyyppi',
  'tyyppi',
  'aika',
  'matka',
  'maara',
  'selite',
] as const satisfies readonly (keyof Tuntituote)[]

export type SharedWork = Pick<Tuntituote, (typeof jobSharedFields)[number]>
export type JobRow = Pick<Tuntituote, (typeof jobFields)[number]>
export type SavedJob = SharedWork & JobRow & Pick<Tuntituote, 'id' | 'vid' | 'drupal_internal__id'>
