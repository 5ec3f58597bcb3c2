import type { EntityHooks } from '#server/entities/engine.ts'
import { namePlaces } from './name-places.ts'
import { keepOneOpenDay } from './one-open-day.ts'
import { writeSums } from './write-sums.ts'

export const worktimeHooks: EntityHooks = {
  tyovuoro_kirjaus: [{ lookUp: keepOneOpenDay, conclude: writeSums }],
  tyovuoro_kirjaus_tehtava: [{ lookUp: namePlaces }],
}
