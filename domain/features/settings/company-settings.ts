import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { settingNames } from './settings.ts'

/** Settings by name. `settingsFrom` checks each value against its definition. */
const values = z.partialRecord(z.enum(settingNames), z.unknown())
const state = z.strictObject({
  values,
  /** Goes up with every change. */
  versio: z.number(),
})
export type StoredSettings = z.output<typeof state>

/** All settings of the company. Credentials of outside services are not among them: they are environment variables (README). */
export const settingsCall = defineCall({
  method: 'GET',
  path: '/api/asetukset',
  roles: ['yllapito'],
  input: z.strictObject({}),
  output: state,
})

/** Changes the given settings, all or none of them; 409 when one of them was changed after `versio`. */
export const saveSettingsCall = defineCall({
  method: 'PATCH',
  path: '/api/asetukset',
  roles: ['yllapito'],
  input: z.strictObject({
    values: values.refine((given) => Object.keys(given).length > 0, 'Anna ainakin yksi asetus.'),
    versio: z.int('Anna versio, jota muokkasit.'),
  }),
  output: state,
})

/** Who changed what and when, newest first. */
export const settingsHistoryCall = defineCall({
  method: 'GET',
  path: '/api/asetukset/historia',
  roles: ['yllapito'],
  input: z.strictObject({ ...pageOf({ usual: 50, max: 250 }) }),
  output: listOf(
    z.strictObject({
      id: z.number(),
      asetus: z.enum(settingNames),
      /** The value as text; long ones are shortened. */
      ennen: z.string(),
      jalkeen: z.string(),
      aika: z.number(),
      /** '' when the operator made the change with `npm run setting`. */
      kayttaja: z.string(),
    }),
  ),
})
export type SettingsChange = OutputOf<typeof settingsHistoryCall>['data'][number]
