import { registry } from '#domain/model/registry.ts'
import type { Context } from './context.ts'
import { openEngine } from './entities/engine.ts'
import { modelOf } from './entities/model.ts'
import { rightsOf } from './entities/rights.ts'
import { rules } from './entity-rules.ts'

/** The engine with every entity and rule of the server, on a database. */
export const openContext = ({ pool, clock }: Omit<Context, 'engine'>): Context => ({
  engine: openEngine({ model: modelOf(registry), rules, pool, rightsOf, clock }),
  pool,
  clock,
})
