import type { z } from 'zod'
import { type companyRegisterCall, maxCompanies } from '#domain/features/customers/company-register.ts'
import type { CompanyRegister } from '#server/platform/ports/company-register/company-register.ts'

type Answer = z.input<typeof companyRegisterCall.output>

/** Searches the register; `tila` says when it is not in use (null) or does not answer. */
export async function findCompanies(register: CompanyRegister | null, search: string): Promise<Answer> {
  if (!register) return { data: [], meta: { count: 0, tila: 'pois' } }
  const companies = await register.find(search)
  if (!companies) return { data: [], meta: { count: 0, tila: 'ei_vastaa' } }
  const data = companies.slice(0, maxCompanies)
  return { data, meta: { count: data.length, tila: 'ok' } }
}
