import type { PoolClient } from 'pg'

type Definition = { name: string; on: string; text: string }

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/** Indexes that do not belong to a constraint. */
const indexesOf = (client: PoolClient, tables: readonly string[]) =>
  client.query<Definition>(
    `SELECT i.relname AS name, t.relname AS "on", pg_get_indexdef(i.oid) AS text FROM pg_index x
     JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
     WHERE t.relnamespace = current_schema::regnamespace AND t.relname IN (${quoted(tables)})
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.oid AND c.contype IN ('p', 'u', 'x')) ORDER BY i.relname`,
  )

const foreignKeysOf = (client: PoolClient, tables: readonly string[]) =>
  client.query<Definition>(
    `SELECT c.conname AS name, t.relname AS "on", pg_get_constraintdef(c.oid) AS text FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
     WHERE t.relnamespace = current_schema::regnamespace AND t.relname IN (${quoted(tables)}) AND c.contype = 'f' ORDER BY c.conname`,
  )

/**
 * Runs the work, which adds many rows, with the tables' triggers disabled and without their indexes and foreign keys, which are created
 * again afterwards: that costs a fraction of updating them for each row. Runs in the caller's transaction. The work itself must do
 * what the triggers would have done.
 */
export async function loadInBulk(client: PoolClient, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await indexesOf(client, tables)
  const { rows: foreignKeys } = await foreignKeysOf(client, tables)
  for (const { name, on } of foreignKeys) await client.query(`ALTER TABLE "${on}" DROP CONSTRAINT "${name}"`)
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`)
  for (const table of tables) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`)
  await work()
  for (const table of tables) await client.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`)
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`)
  for (const { text } of indexes) await client.query(text)
  for (const { name, on, text } of foreignKeys) await client.query(`ALTER TABLE "${on}" ADD CONSTRAINT "${name}" ${text}`)
}
