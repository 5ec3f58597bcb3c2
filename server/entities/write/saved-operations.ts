import { type Model, type Resource, resourceNamed } from '../model.ts'
import type { Intent } from './intents/intent.ts'

/** What was saved, one entry for each intent. */
export type SavedOperation = { op: Intent['op'] | 'relate'; resource: Resource; id: string }

/** The operations as text, stored under an Idempotency-Key: a retry gets the same rows as its answer. */
export const textOfSaved = (saved: readonly SavedOperation[]): string =>
  JSON.stringify(saved.map(({ op, resource, id }) => [op, resource.name, id]))

export function savedOperationsOf(model: Model, text: string): SavedOperation[] {
  const stored: [SavedOperation['op'], string, string][] = JSON.parse(text)
  return stored.map(([op, name, id]) => ({ op, resource: resourceNamed(model, name), id }))
}
