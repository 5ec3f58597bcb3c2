import { z } from 'zod'
import { isPseudoRole, roles } from '../../access/roles.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { firstValidMoment, lastMoment } from '../../values/time/time.ts'

/** The papers of a driver that expire. */
export const expiringFields = ['field_ammattipatevyys_voimassa', 'field_digipiirturikortti_voimass'] as const
export type ExpiringField = (typeof expiringFields)[number]
const lastDay = z.coerce
  .number<string | number>('Päivä on aika sekunteina.')
  .int('Päivä on aika sekunteina.')
  .min(firstValidMoment, 'Päivä on vuodesta 1971 alkaen.')
  .max(lastMoment, 'Päivä on liian myöhäinen.')
  .optional()

const sortable = ['field_fullname', 'mail', 'puhelin', 'user_roles', 'nahty', ...expiringFields] as const
/** People without a value come last in both directions. */
export const userSorts = sortable.flatMap((field) => [field, `-${field}`] as const)
export type UserSort = (typeof userSorts)[number]

/** The people that the caller may list, sorted by name by default; 100 on a page by default. */
export const userListCall = defineCall({
  method: 'GET',
  path: '/api/user-list',
  roles: ['yllapito', 'asiakas_yllapito'],
  input: z.strictObject({
    rooli: z.preprocess(
      (name) => (typeof name === 'string' && isPseudoRole(name) ? undefined : name),
      z.literal(roles, `Valitse jokin: ${roles.join(', ')}.`).optional(),
    ),
    /** Only people with a staff role. */
    henkilosto: z.literal('1', 'Anna 1 tai jätä pois.').optional(),
    sort: z.literal(userSorts, `Valitse jokin: ${userSorts.join(', ')}.`).default('field_fullname'),
    asiakas_id: z.uuid('Asiakkaan tunniste on UUID.').toLowerCase().optional(),
    /** Part of a name, a sign-in name, a mail address or a phone number. */
    q: z.string().trim().max(100, 'Hae enintään 100 merkillä.').optional(),
    /** Only people whose paper is valid until this moment at most (unix seconds); not those without a day. */
    field_ammattipatevyys_voimassa: lastDay,
    field_digipiirturikortti_voimass: lastDay,
    /** Only administrators may list disabled users (0). */
    status: z.literal(['0', '1'], 'Anna 1 tai 0.').default('1'),
    ...pageOf({ usual: 100, max: 1000 }),
  }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      tunniste: z.string(),
      name: z.string(),
      field_fullname: z.string(),
      mail: z.string(),
      user_roles: z.array(z.literal(roles)),
      status: z.literal([0, 1]),
      /** Null for staff. */
      asiakas: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
      puhelin: z.string(),
      field_extra: z.boolean(),
      field_ammattipatevyys_voimassa: z.number(),
      field_digipiirturikortti_voimass: z.number(),
      /** When one of the person's sessions was last used, to a quarter of an hour; 0 for not within 30 days. */
      nahty: z.number(),
    }),
  ),
})
export type UserListRow = OutputOf<typeof userListCall>['data'][number]
