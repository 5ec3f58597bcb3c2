/** A billing address of a customer, before and after a save; null where it is not one of the customer's. */
export type BillingMark = {
  id: string
  before: BillingState | null
  after: BillingState | null
}
type BillingState = { status: number; oletus: boolean; tyyppi: readonly string[] }

/** Addresses that are only for reminders get no invoices. */
export const isForInvoices = ({ tyyppi }: Pick<BillingState, 'tyyppi'>): boolean => tyyppi.length === 0 || tyyppi.includes('laskutus')

const mayBeDefault = (state: BillingState | null): boolean => state !== null && state.status === 1 && isForInvoices(state)
const isDefault = (state: BillingState | null): boolean => mayBeDefault(state) && state?.oletus === true

/**
 * The one default among a customer's billing addresses of the three kinds (rules/customers.md#default-billing-address): the one that the save
 * makes it, else the one that it was, else the first. `marks` stand in the order in which billing prefers them. Null without an address for
 * invoices.
 */
export function defaultOf(marks: readonly BillingMark[]): string | null {
  const candidates = marks.filter(({ after }) => mayBeDefault(after))
  const isChosen = ({ before, after }: BillingMark) => isDefault(after) && before?.oletus !== true
  const found = candidates.find(isChosen) ?? candidates.find(({ before }) => isDefault(before))
  return (found ?? candidates.find(({ after }) => isDefault(after)) ?? candidates[0])?.id ?? null
}

/** Why the change of one address is refused, in Finnish; null when it is not. */
export function defaultFault({ id, before, after }: BillingMark, chosen: string | null): string | null {
  if (after?.status !== 1) return null
  if (after.oletus && before?.oletus !== true && !isForInvoices(after)) return 'Oletukseksi sopii vain osoite, johon laskut lähetetään.'
  const isGivenUp = isDefault(before) && !after.oletus
  return isGivenUp && chosen === id ? 'Yksi laskutusosoite on aina oletus. Merkitse oletukseksi toinen osoite, niin tämä vaihtuu.' : null
}
