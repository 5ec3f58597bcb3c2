import {
  type Compilable,
  createQueryId,
  DummyDriver,
  type Expression,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type RootOperationNode,
  type SqlBool,
  sql,
} from 'kysely'
import pg, { type QueryResultRow } from 'pg'
import type { Queryable } from './queryable.ts'
import type { Database } from './tables.ts'

/**
 * Writes numbers and booleans into the text: a partial index `WHERE status = 1` serves a condition `status = 1`, but not `status = $1`
 * under a plan that holds for all values (pool.ts). Everything else is a parameter.
 */
class QueryCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (typeof value === 'number' || typeof value === 'boolean') this.appendImmediateValue(value)
    else super.appendValue(value)
  }
}

/** Builds the queries of features, typed by the registry. It has no connection: `runQuery` and statements are passed one. */
export const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new QueryCompiler(),
  },
})

/** The oid of bigint[]. */
const int8List = 1016
const numbersOf = (list: string): number[] => (list === '{}' ? [] : list.slice(1, -1).split(',').map(Number))

/** pg returns bigint and numeric as text. Ours are timestamps, running numbers, weights and euros, for which numbers are exact enough. */
const asNumbers = new pg.TypeOverrides()
asNumbers.setTypeParser(pg.types.builtins.INT8, Number)
asNumbers.setTypeParser(pg.types.builtins.NUMERIC, Number)
asNumbers.setTypeParser(int8List, numbersOf)

type Text = { text: string; name?: string }

async function run<R extends QueryResultRow>(runner: Queryable, text: Text, values: readonly unknown[]): Promise<R[]> {
  const { rows } = await runner.query<R>({ ...text, values: [...values], types: asNumbers })
  return rows
}

/** Runs a query on the pool, or in the transaction of a client. For queries whose text depends on the request; others use `statement`. */
export function runQuery<R extends QueryResultRow>(runner: Queryable, query: Compilable<R>): Promise<R[]> {
  const { sql: text, parameters } = query.compile()
  return run(runner, { text }, parameters)
}

/** A placeholder for a value that is passed when the statement runs. */
class Parameter {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Writes every value into the text except parameters. A parameter that is used several times has one number. */
class StatementCompiler extends QueryCompiler {
  readonly #names: PropertyKey[] = []

  protected override appendValue(value: unknown): void {
    if (value instanceof Parameter) this.append(`$${this.#numberOf(value.name)}`)
    else this.appendImmediateValue(value)
  }

  #numberOf(name: PropertyKey): number {
    if (!this.#names.includes(name)) {
      this.#names.push(name)
      this.addParameter(name)
    }
    return this.#names.indexOf(name) + 1
  }
}

/** Returns the parameter of a statement by its name, for use in the query. */
export type ParameterOf<V> = <K extends keyof V>(name: K) => RawBuilder<V[K]>
type Query<R> = Compilable<R> & { toOperationNode: () => RootOperationNode }

/**
 * A query of a fixed shape, compiled when it first runs. With a name, PostgreSQL keeps it prepared on each connection: use a name
 * for queries that run often.
 *
 *     const membersOf = statement((parameter: ParameterOf<{ group: string }>) =>
 *       db.selectFrom('tilaus').select('id').where('tilaus_ryhma_id', '=', parameter('group')))
 *     const rows = await membersOf(client, { group })
 */
export function statement<V extends object, R extends QueryResultRow>(
  build: (parameter: ParameterOf<V>) => Query<R>,
  name?: string,
): (runner: Queryable, values: V) => Promise<R[]> {
  let compiled: { text: Text; parameters: readonly unknown[] } | undefined
  const compile = () => {
    const query = build((parameter) => sql`${new Parameter(parameter)}`)
    const { sql: text, parameters } = new StatementCompiler().compileQuery(query.toOperationNode(), createQueryId())
    return { text: name === undefined ? { text } : { text, name }, parameters }
  }
  return (runner, values) => {
    compiled ??= compile()
    const byName = new Map<unknown, unknown>(Object.entries(values))
    return run<R>(
      runner,
      compiled.text,
      compiled.parameters.map((parameter) => byName.get(parameter)),
    )
  }
}

/** For `column = any(list)`: one parameter for a list of any length. */
export const anyOf = <T>(list: Expression<readonly T[]>): Expression<T> => expressionBuilder<Database>().fn.any(list)

/** A condition as a column. PostgreSQL gives booleans; kysely's own type allows the 0 and 1 of other databases. */
export const asBoolean = (condition: Expression<SqlBool>): RawBuilder<boolean> => sql`${condition}`
