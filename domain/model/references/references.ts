type AnyRow = Readonly<Record<string, unknown>>

/** The conditions that a relation can set for its target, each with the sentence for a target that does not meet it. */
const targetKinds = {
  /** An enabled user who is a driver. */
  driver: {
    fits: ({ status, user_roles }: AnyRow) => status === 1 && Array.isArray(user_roles) && user_roles.includes('kuljettaja'),
    fault: 'Valitse kuljettaja, jonka tunnus on käytössä.',
  },
  /** Neither removed nor disabled. */
  live: { fits: ({ status }: AnyRow) => status === 1, fault: 'Valittu rivi on poistettu.' },
} as const
/** The conditions for the row of a new reference: it must be valid, not only exist (rules/http-api.md#references). */
export type TargetConditions = {
  mustBe?: keyof typeof targetKinds
  /**
   * The target belongs to the same customer as this row, or to the haulage company itself. Names where this row has its customers: its
   * `asiakas`, the list `asiakkaat`, or the row's own `id`.
   */
  sameCustomer?: 'asiakas' | 'asiakkaat' | 'id'
}

/** The customers of the row; none for the haulage company's own rows. */
function customersOf(row: AnyRow, from: NonNullable<TargetConditions['sameCustomer']>): readonly unknown[] {
  const customers = row[from]
  return Array.isArray(customers) ? customers : [customers ?? null]
}

/** Why `row` may not refer to `target`: a Finnish sentence, or null when it may. */
export function referenceFault({ mustBe, sameCustomer }: TargetConditions, row: AnyRow, target: AnyRow): string | null {
  const kind = mustBe && targetKinds[mustBe]
  if (kind && !kind.fits(target)) return kind.fault
  const customer = target.asiakas ?? null
  const isOthers = sameCustomer !== undefined && customer !== null && !customersOf(row, sameCustomer).includes(customer)
  return isOthers ? 'Valittu rivi kuuluu toiselle asiakkaalle.' : null
}
