// PostgreSQL's plans of the screens' queries on the large database (issue 2: no sequential scan of a large table).
import pg from 'pg'
import { registry } from '#domain/model/registry.ts'
import { modelOf } from '#server/entities/model.ts'
import { planOf, typicalQueries } from './typical-queries.ts'

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[]; 'Actual Total Time'?: number }
export type PlanFinding = { name: string; milliseconds: number; scanned: readonly string[] }

/** A sequential scan of a table with more rows is reported. */
const many = 5000

function scansIn(node: Node): string[] {
  const own = node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)]
}

/** Runs each query as the server would, for a real customer, driver and administrator, and reads its plan. */
export async function readPlans(databaseUrl: string): Promise<PlanFinding[]> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c plan_cache_mode=force_generic_plan -c jit=off' })
  await client.connect()
  try {
    const large = await client.query<{ name: string }>(`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples > $1`, [
      many,
    ])
    const largeTables = new Set(large.rows.map(({ name }) => name))
    const people = await client.query<{ role: string; id: string; company: string | null }>(
      `SELECT DISTINCT ON (r.role) r.role, u.id, p.field_asiakas_id AS company
       FROM "user" u CROSS JOIN unnest(u.user_roles) AS r(role) LEFT JOIN profile_asiakas p ON p.uid_id = u.id WHERE u.status = 1 ORDER BY r.role, u.id`,
    )
    const model = modelOf(registry)
    const found: PlanFinding[] = []
    for (const typical of typicalQueries) {
      const { plan, query } = planOf(model, typical)
      const who = people.rows.find(({ role }) => role === typical.role)
      if (!who) throw new Error(`The data has nobody who is ${typical.role}`)
      const values = plan.sources.map((source) =>
        'value' in source ? [...query.values, query.offset][source.value] : source.viewer === 'me' ? who.id : who.company,
      )
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node; 'Execution Time': number }[] }>({
        text: `EXPLAIN (ANALYZE, FORMAT JSON) ${plan.text}`,
        values,
      })
      const [top] = rows[0]?.['QUERY PLAN'] ?? []
      if (!top) throw new Error(`No plan for ${typical.name}`)
      found.push({
        name: typical.name,
        milliseconds: top['Execution Time'],
        scanned: scansIn(top.Plan).filter((table) => largeTables.has(table)),
      })
    }
    return found
  } finally {
    await client.end()
  }
}
