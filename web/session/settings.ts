import type { RuntimeConfig } from '#domain/features/settings/runtime-config.ts'

let config: RuntimeConfig | undefined

export const setSettings = (next: RuntimeConfig): void => {
  config = next
}

/** The settings; what starts a page has loaded them before anything is drawn. */
export function settings(): RuntimeConfig {
  if (!config) throw new Error('Settings are read before they are loaded')
  return config
}
