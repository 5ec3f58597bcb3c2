import { z } from 'zod'
import { shiftTypes } from '../../entities/shift/shift.entity.ts'
import { administratorsRead, defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { keyOf } from '../../values/key-of.ts'
import { rangeDay } from './shift-range.ts'

/** Enabled drivers by name, those who have a shift on the day marked. */
export const selectableDriversCall = defineCall({
  method: 'GET',
  path: '/api/tyovuoro/selectable-kuljettajat',
  roles: ['yllapito'],
  reads: administratorsRead('tyovuoro', 'tyoreitti', 'user', 'profile_kuljettaja'),
  input: z.strictObject({ paiva: rangeDay('paiva') }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      /** Has a shift of any type that day. */
      varattu: z.boolean(),
      tyovuorot: z.array(
        z.strictObject({
          id: z.uuid(),
          tyyppi: keyOf(shiftTypes),
          alkuaika: z.number(),
          kesto: z.number(),
          reittinumerot: z.array(z.string()),
        }),
      ),
    }),
  ),
})
export type SelectableDriver = OutputOf<typeof selectableDriversCall>['data'][number]
