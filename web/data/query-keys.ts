import type { EntityName } from '#domain/model/registry.ts'

/** Every query's key: the entity or call comes first, so that a change can name what it invalidates. */
export const queryKeys = {
  list: (name: EntityName, query: unknown) => ['entity', name, 'list', query] as const,
  one: (name: EntityName, id: string, query: unknown) => ['entity', name, 'one', id, query] as const,
  /** An /api call: its path, then its input. */
  call: (path: string, input: unknown = null) => ['call', path, input] as const,
  calls: (path: string) => ['call', path] as const,
  /** What is stored on the device itself. */
  device: (key: string) => ['device', key] as const,
}
