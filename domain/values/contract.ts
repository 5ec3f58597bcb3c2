import type { Change } from '../define-entity.ts'
import { startOfDay } from './time.ts'

type BillingDay = '15' | 't'
/** The 15th and the last day of a month: when routes and rentals are billed (SPEC section 9). */
export const billingDays: Readonly<Record<BillingDay, string>> = { 15: '15. päivä', t: 'Kuun viimeinen päivä' }
/** What rentals and routes can be (SPEC section 4). */
export const contractStates = { aktiivinen: 'Aktiivinen', arkistoitu: 'Arkistoitu' } as const

/** Something new that is to run begins today when nobody says otherwise (SPEC section 3, `aktivointipaiva`). */
export const activationDay = ({ before, after }: Change<{ aktivointipaiva: number }>, now: number): number =>
  before || after.aktivointipaiva !== 0 ? after.aktivointipaiva : startOfDay(now)
