import type { Role } from '#domain/access/roles.ts'
import { db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

/** More than a company has. */
const maxDrivers = 500

const drivers = () =>
  db
    .selectFrom('user as k')
    .select('k.id')
    .where('k.status', '=', 1)
    .where(({ eb, fn, val }) => eb(val<Role>('kuljettaja'), '=', fn.any('k.user_roles')))
    .orderBy('k.id')
    .limit(maxDrivers)

const atWork = statement(
  (parameter: ParameterOf<{ since: number }>) =>
    drivers().where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tyovuoro_kirjaus as d')
          .select('d.id')
          .whereRef('d.kuljettaja_id', '=', 'k.id')
          .where('d.status', '=', 1)
          .where('d.loppuaika', '=', 0)
          .where('d.alkuaika', '>', parameter('since')),
      ),
    ),
  'drivers-at-work',
)
/** The drivers with an open working day that began after the moment. */
export const readDriversAtWork = async (runner: Queryable, since: number): Promise<string[]> =>
  (await atWork(runner, { since })).map(({ id }) => id)

const all = statement(drivers, 'active-drivers')
export const readActiveDrivers = async (runner: Queryable): Promise<string[]> => (await all(runner, {})).map(({ id }) => id)
