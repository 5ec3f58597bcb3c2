import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { referencesTo } from '#domain/model/references/references-to.ts'
import { entityNames } from '#domain/model/registry.ts'
import { openContext } from '#server/open-context.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { usesBy } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const admin: Viewer = { userId: randomUUID(), name: 'Ylläpito', roles: ['yllapito'], asiakasId: null }
/** Every relation that can be followed back, by its name. */
const references = entityNames.flatMap(referencesTo).map((reference) => [`${reference.entity}.${reference.relation}`, reference] as const)

/** In an empty table the planner would choose to scan a partial index on another column, as that costs nothing. */
async function dropOtherPartialIndexes(client: PoolClient, table: string, column: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT i.indexrelid::regclass::text AS name FROM pg_index i
     LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
     WHERE i.indrelid = $1::regclass AND i.indpred IS NOT NULL AND a.attname IS DISTINCT FROM $2`,
    [`"${table}"`, column],
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
}

const planNode = z.object({
  'Index Cond': z.string().optional(),
  get Plans() {
    return planNode.array().optional()
  },
})
type PlanNode = z.output<typeof planNode>
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planNode })]) })])
const indexConditions = (node: PlanNode): string[] => [
  ...(node['Index Cond'] === undefined ? [] : [node['Index Cond']]),
  ...(node.Plans ?? []).flatMap(indexConditions),
]

test.each(references)('rows that refer to a row by %s are found by an index on it', async (_name, reference) => {
  const context = openContext({ pool: database.pool, clock: () => 0 })
  const { sql } = usesBy(context, admin, { rows: [randomUUID()], reference }).compile()
  const column = reference.relation + (reference.isList ? '_ids' : '_id')
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    await dropOtherPartialIndexes(client, reference.entity, column)
    await client.query('SET LOCAL enable_seqscan = off')
    // As it is planned for any row: the server's connections have plan_cache_mode=force_generic_plan.
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`)
    const [{ 'QUERY PLAN': plan }] = explained.parse(rows)
    expect(indexConditions(plan[0].Plan)).toEqual([expect.stringContaining(`(${column} ${reference.isList ? '&&' : '='} `)])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
