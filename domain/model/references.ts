type AnyRow = Readonly<Record<string, unknown>>

/** What a relation can demand of its target, each with the sentence that refuses another. */
const targetKinds = {
  /** An enabled user who is a driver. */
  driver: {
    fits: ({ status, user_roles }: AnyRow) => status === 1 && Array.isArray(user_roles) && user_roles.includes('kuljettaja'),
    fault: 'Valitse kuljettaja, jonka tunnus on käytössä.',
  },
  /** Neither removed nor disabled. */
  live: { fits: ({ status }: AnyRow) => status === 1, fault: 'Valittu rivi on poistettu.' },
} as const
/** What the row that a new reference leads to must be: a reference must make sense, not only exist (rules/http-api.md#references). */
export type TargetConditions = {
  mustBe?: keyof typeof targetKinds
  /**
   * The target is of the same customer as this row, or of the haulier itself. Names what says this row's customer: its `asiakas`, the
   * list `asiakkaat`, or the row's own `id`.
   */
  sameCustomer?: 'asiakas' | 'asiakkaat' | 'id'
}

/** The customers whose row this is: none is the haulier's own. */
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
