import { z } from 'zod'
import { staffRoles } from '../../access/roles.ts'
import { defineCall } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'

/** Who drives which car today, by name alone: drivers' work is for administrators (`driversTodayCall`). */
export const driversOfCarsCall = defineCall({
  method: 'GET',
  path: '/api/autojen_kuljettajat',
  roles: staffRoles,
  input: z.strictObject({}),
  output: listOf(z.strictObject({ auto: z.uuid(), name: z.string() })),
})
