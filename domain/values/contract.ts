import type { Change } from '../model/define-entity.ts'
import { startOfDay } from './time/time.ts'

type BillingDay = '15' | 't'
/** The 15th and the last day of a month, when routes and rentals are billed (rules/rentals.md#billing-periods). */
export const billingDays: Readonly<Record<BillingDay, string>> = { 15: '15. päivä', t: 'Kuun viimeinen päivä' }
/** The states of rentals and routes (rules/rentals.md#states). */
export const contractStates = { aktiivinen: 'Aktiivinen', arkistoitu: 'Arkistoitu' } as const

/** The default first day of a new contract is today (rules/recurring-hourly-jobs.md#definition, `aktivointipaiva`). */
export const activationDay = ({ before, after }: Change<{ aktivointipaiva: number }>, now: number): number =>
  before || after.aktivointipaiva !== 0 ? after.aktivointipaiva : startOfDay(now)
