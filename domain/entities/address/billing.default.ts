/** A customer's billing address before and after a save; null while the address does not belong to the customer. */
export type BillingAddressChange = {
  id: string
  before: BillingState | null
  after: BillingState | null
}
type BillingState = { status: number; oletus: boolean; tyyppi: readonly string[] }

/** Invoices are not sent to addresses that are only for reminders. */
export const isForInvoices = ({ tyyppi }: Pick<BillingState, 'tyyppi'>): boolean => tyyppi.length === 0 || tyyppi.includes('laskutus')

const mayBeDefault = (state: BillingState | null): boolean => state !== null && state.status === 1 && isForInvoices(state)
const isDefault = (state: BillingState | null): boolean => mayBeDefault(state) && state?.oletus === true

/**
 * The id of the customer's default billing address after the save (rules/customers.md#default-billing-address): the address that the save marks as
 * the default, else the previous default, else the first. `addresses` are all billing addresses of the customer, of the three kinds, in the order
 * in which billing prefers them. Null when none of them is for invoices.
 */
export function defaultAddressOf(addresses: readonly BillingAddressChange[]): string | null {
  const candidates = addresses.filter(({ after }) => mayBeDefault(after))
  const isChosen = ({ before, after }: BillingAddressChange) => isDefault(after) && before?.oletus !== true
  const found = candidates.find(isChosen) ?? candidates.find(({ before }) => isDefault(before))
  return (found ?? candidates.find(({ after }) => isDefault(after)) ?? candidates[0])?.id ?? null
}

/** Why the change of an address is refused, in Finnish; null when it is accepted. `chosen` is the id of the default after the save. */
export function defaultFault({ id, before, after }: BillingAddressChange, chosen: string | null): string | null {
  if (after?.status !== 1) return null
  if (after.oletus && before?.oletus !== true && !isForInvoices(after)) return 'Oletukseksi sopii vain osoite, johon laskut lähetetään.'
  const isUnmarked = isDefault(before) && !after.oletus
  return isUnmarked && chosen === id ? 'Yksi laskutusosoite on aina oletus. Merkitse oletukseksi toinen osoite, niin tämä vaihtuu.' : null
}
