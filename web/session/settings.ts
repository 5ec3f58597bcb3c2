import { useSyncExternalStore } from 'react'
import type { RuntimeConfig } from '#domain/features/settings/runtime-config.ts'
import type { FeatureName } from '#domain/model/features.ts'

let config: RuntimeConfig | undefined
const listeners = new Set<() => void>()

export const setSettings = (next: RuntimeConfig): void => {
  config = next
  for (const listener of listeners) listener()
}

/** The settings now; the app's start loads them before anything is rendered. A component uses `useSettings`. */
export function settings(): RuntimeConfig {
  if (!config) throw new Error('Settings are read before they are loaded')
  return config
}

/** Whether the company has the feature now (rules/settings.md#feature-switches). A component uses `useFeature`. */
export const hasFeature = (name: FeatureName): boolean => settings().features[name]

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The settings, also after an administrator has changed them. */
export const useSettings = (): RuntimeConfig => useSyncExternalStore(subscribe, settings)

export const useFeature = (name: FeatureName): boolean => useSettings().features[name]
