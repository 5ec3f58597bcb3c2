import { db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const userName = statement((parameter: ParameterOf<{ id: string }>) =>
  db
    .selectFrom('user')
    .select(({ fn, val }) => fn.coalesce(fn<string | null>('nullif', ['field_fullname', val('')]), 'name').as('name'))
    .where('id', '=', parameter('id')),
)

/** The person's full name, or without one the name they sign in with. */
export async function readUserName(runner: Queryable, id: string): Promise<string> {
  const [found] = await userName(runner, { id })
  return found?.name ?? ''
}
