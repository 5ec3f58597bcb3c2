import type { EntityHooks } from '#server/entities/engine.ts'
import { recordAuthor } from './record-author.ts'

export const carHooks: EntityHooks = {
  huolto: [{ conclude: recordAuthor }],
  lahtotarkastus: [{ conclude: recordAuthor }],
}
