import { switchesOf } from '#domain/features/settings/feature-switches.ts'
import { allFeatures } from '#domain/model/features.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from './context.ts'
import { openEngine } from './entities/engine.ts'
import { modelOf } from './entities/model.ts'
import { rightsOf } from './entities/rights.ts'
import { rules } from './entity-rules.ts'

/** The engine with every entity and rule of the server, on a database, for what the system itself does: switches bind people alone. */
export const openContext = ({ pool, clock }: Omit<Context, 'engine'>): Context => ({
  engine: openEngine({ model: modelOf(registry), rules, pool, rightsOf, clock, switches: async () => switchesOf(allFeatures) }),
  pool,
  clock,
})
