import type { EntityHooks } from '#server/entities/engine.ts'
import { keepCustomersWithWork } from './keep-customers.ts'

export const customerHooks: EntityHooks = {
  asiakas: [{ lookUp: keepCustomersWithWork }],
}
