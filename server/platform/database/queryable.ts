import type { ClientBase, Pool } from 'pg'

/** What runs a statement: the pool, or a client inside a transaction. */
export type Queryable = Pick<Pool | ClientBase, 'query'>
