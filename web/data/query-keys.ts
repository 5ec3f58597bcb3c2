import type { EntityName } from '#domain/model/registry.ts'

/** Every query's key, in one place: the entity or call first, so that a change can say what it touches. */
export const queryKeys = {
  list: (name: EntityName, query: unknown) => ['entity', name, 'list', query] as const,
  one: (name: EntityName, id: string, query: unknown) => ['entity', name, 'one', id, query] as const,
  /** An /api call: its path, then what it was asked. */
  call: (path: string, input: unknown = null) => ['call', path, input] as const,
  calls: (path: string) => ['call', path] as const,
  /** What the device itself has kept. */
  device: (key: string) => ['device', key] as const,
}
