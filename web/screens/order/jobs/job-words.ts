import type { JobRow } from '#domain/entities/order/order.jobs.ts'
import { amountText } from '#web/features/orders/amount-text.ts'

/** The kinds of hourly work are stored in small letters (rules/prices.md#hourly-types); on a screen they begin as names do. */
export const workName = (name: string): string => `${name.charAt(0).toLocaleUpperCase('fi')}${name.slice(1)}`

/** `Pullakaappi, 1 h 30 min`; `names` holds what the kinds of work are called. */
export const jobText = (
  job: Pick<JobRow, 'tyyppi' | 'aika' | 'matka' | 'maara' | 'selite' | 'tuntituote_tyyppi'>,
  names: ReadonlyMap<string, string>,
): string => [job.selite || names.get(job.tuntituote_tyyppi ?? '') || 'Tuntityö', amountText(job)].filter(Boolean).join(', ')
