import { db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const activeAfter = statement((parameter: ParameterOf<{ after: string; limit: number }>) =>
  db
    .selectFrom('tuntituote_toisto')
    .select('id')
    .where('tila', '=', 'aktiivinen')
    .where('status', '=', 1)
    .where('id', '>', parameter('after'))
    .orderBy('id')
    .limit(parameter('limit')),
)

/** The next active recurring jobs after an id, in the order of their ids. */
export async function activeRecurringIds(runner: Queryable, page: { after: string; limit: number }): Promise<string[]> {
  return (await activeAfter(runner, page)).map(({ id }) => id)
}
