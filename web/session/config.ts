import { type RuntimeConfig, runtimeConfigShape } from '#domain/runtime-config.ts'

const storageKey = 'kuorma.config'
let config: RuntimeConfig | undefined

/** Where the network only seems to be there, the last settings are waited for no longer than this (milliseconds). */
const patience = 3000

/** Fetches the settings; without a network the last ones fetched hold. */
export async function loadConfig(): Promise<RuntimeConfig> {
  const stored = localStorage.getItem(storageKey)
  try {
    const response = await fetch('/config.json', { cache: 'no-cache', signal: stored ? AbortSignal.timeout(patience) : null })
    if (!response.ok) throw new Error(`config.json: ${response.status}`)
    config = runtimeConfigShape.parse(await response.json())
    localStorage.setItem(storageKey, JSON.stringify(config))
  } catch (failure) {
    if (!stored) throw failure
    config = runtimeConfigShape.parse(JSON.parse(stored))
  }
  return config
}

/** The settings; main.tsx has loaded them before anything is drawn. */
export function settings(): RuntimeConfig {
  if (!config) throw new Error('Settings are read before loadConfig() has finished')
  return config
}
