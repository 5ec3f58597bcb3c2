import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall } from '../../model/define-call.ts'
import { countries } from '../../values/place/countries.ts'

const country = z.strictObject({ name: z.string(), dialcode: z.string() })

/** The countries of phone numbers: a map from the country's code (rules/values.md#countries). */
export const countriesCall = defineCall({
  method: 'GET',
  path: '/api/countries/list',
  roles,
  input: z.strictObject({}),
  output: z.record(z.enum(Object.keys(countries) as (keyof typeof countries)[]), country),
})
