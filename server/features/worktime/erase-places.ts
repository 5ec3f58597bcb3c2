import type { Context } from '#server/context.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { erasePlaces } from './queries.ts'

const day = 86_400

/** Erases the places of tasks that are older than the company keeps them (rules/worktime.md#places). */
export async function eraseOldPlaces({ pool, clock }: Pick<Context, 'pool' | 'clock'>): Promise<void> {
  const { values: settings } = await storedSettings(pool)
  await erasePlaces(pool, clock() - settings.sijaintien_sailytys * day)
}
