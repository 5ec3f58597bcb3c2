import { type RuntimeConfig, runtimeConfigShape } from '#domain/features/settings/runtime-config.ts'
import { partTimeout } from '../ui/loading/load-part.ts'
import { setSettings, settings } from './settings.ts'

const storageKey = 'kuorma.config'

/** Where the network only seems to work, the settings are waited for no longer than this (milliseconds). */
const timeout = 3000

async function fetchConfig(signal: AbortSignal | null): Promise<RuntimeConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache', signal })
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  const config = runtimeConfigShape.parse(await response.json())
  localStorage.setItem(storageKey, JSON.stringify(config))
  return config
}

/** Fetches the settings; without a network the last fetched ones are used. */
export async function loadConfig(): Promise<void> {
  const stored = localStorage.getItem(storageKey)
  try {
    setSettings(await fetchConfig(AbortSignal.timeout(stored ? timeout : partTimeout)))
  } catch (failure) {
    if (!stored) throw failure
    setSettings(runtimeConfigShape.parse(JSON.parse(stored)))
  }
}

/** Fetches the settings again, while the app is running. Without a network they stay as they are. Resolves to whether they have changed. */
export async function reloadConfig(): Promise<boolean> {
  const config = await fetchConfig(null).catch(() => settings())
  const isChanged = JSON.stringify(config) !== JSON.stringify(settings())
  if (isChanged) setSettings(config)
  return isChanged
}
