import type { RegisteredCompany } from '#domain/features/customers/company-register.ts'

/** A register of companies that anybody may search. */
export type CompanyRegister = {
  /** Companies by Y-tunnus or name, the likeliest first; null when the register gives no answer. */
  find: (search: string) => Promise<RegisteredCompany[] | null>
  /** Searches for one company. Throws when the register gives no answer. */
  test: () => Promise<void>
}
