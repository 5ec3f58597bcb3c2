import type { Pool } from 'pg'
import type { Engine } from './entities/engine.ts'

/** What features need of the server; made once, in app.ts. */
export type Context = {
  engine: Engine
  pool: Pool
  /** Unix seconds. */
  clock: () => number
}
