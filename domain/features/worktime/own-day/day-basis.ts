import { z } from 'zod'
import { defineCall } from '../../../model/define-call.ts'
import { worktimeRuleRows } from '../../settings/worktime-rules.ts'
import { taskWithPlace } from '../driver-calls.ts'

/** What a driver's device needs to compute sums and warnings without a network (decision 85). Moments are unix seconds, 0 for none. */
export const dayBasis = z.strictObject({
  /** The company's rule table (`tyoajan_saannot`). */
  saannot: worktimeRuleRows,
  /** A day of the first week of any two-week period. */
  jakson_alku: z.number(),
  /** Midnights of the days with holiday pay besides Sundays, of the weeks before and after today. */
  pyhat: z.array(z.number()),
  /** The driver's own records of the last weeks by start, with their tasks in their order. */
  paivat: z.array(
    z.strictObject({
      id: z.uuid(),
      paiva: z.number(),
      alkuaika: z.number(),
      loppuaika: z.number(),
      tehtavat: z.array(taskWithPlace),
    }),
  ),
})
export type DayBasis = z.output<typeof dayBasis>

export const dayBasisCall = defineCall({
  method: 'GET',
  path: '/api/tyovuoro-kirjaus-perusteet',
  roles: ['kuljettaja'],
  reads: {
    yllapito: [],
    kuljettaja: ['tyovuoro_kirjaus', 'tyovuoro_kirjaus_tehtava'],
    asiakas: [],
    asiakas_yllapito: [],
    huolto: [],
  },
  input: z.strictObject({}),
  output: dayBasis,
})
