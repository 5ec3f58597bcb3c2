import { runtimeConfigShape } from '#domain/features/settings/runtime-config.ts'
import { setSettings } from './settings.ts'

const storageKey = 'kuorma.config'

/** Where the network only seems to work, the settings are waited for no longer than this (milliseconds). */
const timeout = 3000

/** Fetches the settings; without a network the last fetched ones are used. */
export async function loadConfig(): Promise<void> {
  const stored = localStorage.getItem(storageKey)
  try {
    const response = await fetch('/config.json', { cache: 'no-cache', signal: stored ? AbortSignal.timeout(timeout) : null })
    if (!response.ok) throw new Error(`config.json: ${response.status}`)
    const config = runtimeConfigShape.parse(await response.json())
    setSettings(config)
    localStorage.setItem(storageKey, JSON.stringify(config))
  } catch (failure) {
    if (!stored) throw failure
    setSettings(runtimeConfigShape.parse(JSON.parse(stored)))
  }
}
