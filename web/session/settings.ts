import type { RuntimeConfig } from '#domain/features/settings/runtime-config.ts'
import type { FeatureName } from '#domain/model/features.ts'

let config: RuntimeConfig | undefined

export const setSettings = (next: RuntimeConfig): void => {
  config = next
}

/** The settings; the app's start loads them before anything is rendered. */
export function settings(): RuntimeConfig {
  if (!config) throw new Error('Settings are read before they are loaded')
  return config
}

/** Whether the company has the feature (rules/settings.md#feature-switches). */
export const hasFeature = (name: FeatureName): boolean => settings().features[name]
