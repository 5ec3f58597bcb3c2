import { pickupKeys } from '../../values/place.ts'
import type { Tuntituote } from '../hourly/hourly.entity.ts'
import { type LinePlan, pick, planLines, type SharedGoods } from './order.rows.ts'

/** What an hourly job takes from the order's form: extra work is done where the goods are picked up (RULES section 4). */
const placedFields = [...pickupKeys, 'viesti', 'viite', 'nouto_osoite', 'nouto_yhteyshenkilo'] as const
export const jobSharedFields = [...placedFields, 'toimituspaiva'] as const satisfies readonly (keyof Tuntituote)[]
/** What a row of extra work holds itself. */
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

/** The part of the order's shared values that its hourly jobs have too; the wished day is their day. */
export const workOf = (shared: SharedGoods): SharedWork => ({ ...pick(shared, placedFields), toimituspaiva: shared.toivottu_toimitus })

/** `planLines` of the hourly jobs; `shown` is what the form had for them all. */
export const planJobs = (
  saved: readonly SavedJob[],
  form: { shared: SharedWork; jobs: readonly JobRow[] },
  shown: SharedWork,
): LinePlan<SharedWork & JobRow> =>
  planLines<SharedWork, JobRow>(saved, { shared: form.shared, own: form.jobs }, shown, { shared: jobSharedFields, own: jobFields })
