import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'

// Browsers have no storage manager on plain http addresses.
const hasManager = (): boolean => 'storage' in navigator && 'persist' in navigator.storage

let isRequested = false

/**
 * Asks the browser once not to clear what this device stores when it runs out of room. Asked with the first action: browsers grant it to apps
 * that are in use. A refusal changes nothing but what the outbox's panel says.
 */
export function persistStorage(): void {
  if (isRequested || !hasManager()) return
  isRequested = true
  navigator.storage.persist().catch(() => undefined)
}

const persistedQuery = {
  queryKey: queryKeys.device('storage-persisted'),
  queryFn: () => (hasManager() ? navigator.storage.persisted() : null),
  staleTime: 0,
  gcTime: 0,
  networkMode: 'always',
} as const

/** Whether the browser has promised to keep what this device stores; null where that is unknown. */
export const useStoragePersisted = (): boolean | null => useQuery(persistedQuery).data ?? null
