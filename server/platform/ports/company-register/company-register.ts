import type { RegisteredCompany } from '#domain/features/customers/company-register.ts'

/** A register of companies that anybody may search. */
export type CompanyRegister = {
  /** Companies by Y-tunnus or name, the best match first; null when the register does not answer. */
  find: (search: string) => Promise<RegisteredCompany[] | null>
  /** Searches for one company. Throws when the register does not answer. */
  test: () => Promise<void>
}
