import type { JobRow } from '#domain/entities/hourly/hourly.form.ts'
import { amountText } from '#web/features/orders/amount-text.ts'

/** The kinds of hourly work are stored in lower case (rules/prices.md#hourly-types) and capitalised on screens. */
export const workName = (name: string): string => `${name.charAt(0).toLocaleUpperCase('fi')}${name.slice(1)}`

/** `Pullakaappi, 1 h 30 min`; `names` has the names of the kinds of work. */
export const jobText = (
  job: Pick<JobRow, 'tyyppi' | 'aika' | 'matka' | 'maara' | 'selite' | 'tuntituote_tyyppi'>,
  names: ReadonlyMap<string, string>,
): string => [job.selite || names.get(job.tuntituote_tyyppi ?? '') || 'Tuntityö', amountText(job)].filter(Boolean).join(', ')
