import { z } from 'zod'
import { roles } from '../roles.ts'
import { countries } from '../values/countries.ts'
import { defineCall } from './define-call.ts'

const country = z.strictObject({ name: z.string(), dialcode: z.string() })

/** The countries that a phone number may be of: a map from the country's code (SPEC section 3). */
export const countriesCall = defineCall({
  method: 'GET',
  path: '/api/countries/list',
  roles,
  input: z.strictObject({}),
  output: z.record(z.enum(Object.keys(countries) as (keyof typeof countries)[]), country),
})
