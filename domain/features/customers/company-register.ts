import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'

const company = z.strictObject({
  y_tunnus: z.string(),
  name: z.string(),
  /** The legal form in Finnish, such as `Osakeyhtiö`. */
  yhtiomuoto: z.string(),
  /** The company has been dissolved. */
  lakannut: z.boolean(),
  /** The visiting address, else the postal address; empty when the register has neither. */
  field_osoite_1: z.string(),
  field_postinumero: z.string(),
  field_postitoimipaikka: z.string(),
  field_maa: z.string(),
})

/** The result of the search. `pois`: the register is not in use; `ei_vastaa`: it did not answer in time. */
export const registerStates = ['ok', 'pois', 'ei_vastaa'] as const

/** Searches the open company register by Y-tunnus or name (rules/customers.md#company-register); at most `maxCompanies`. */
export const companyRegisterCall = defineCall({
  method: 'GET',
  path: '/api/yritystiedot',
  roles: ['yllapito'],
  input: z.strictObject({
    /** A Y-tunnus or part of a name. */
    haku: z.string('Anna haku.').trim().min(3, 'Hae vähintään kolmella merkillä.').max(100, 'Hae enintään 100 merkillä.'),
  }),
  output: z.strictObject({
    data: z.array(company),
    meta: z.strictObject({ count: z.number(), tila: z.literal(registerStates) }),
  }),
})
export type RegisteredCompany = OutputOf<typeof companyRegisterCall>['data'][number]

export const maxCompanies = 20
