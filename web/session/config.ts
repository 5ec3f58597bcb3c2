import * as z from 'zod/mini'

const configShape = z.object({
  version: z.string(),
  companyName: z.string(),
  supportPhone: z.string(),
  supportMail: z.string(),
  mapTiles: z.nullish(z.unknown()),
  features: z.record(z.string(), z.boolean()),
  /** client_id → client_secret of the four role groups: public identifiers of our own app (RULES section 13). */
  clients: z.record(z.string(), z.string()),
})

/** The run-time settings that the server hands to the web app (RULES section 13). */
export type Config = z.infer<typeof configShape>

const storageKey = 'kuorma.config'
let config: Config | undefined

/** Fetches the settings; without a network the last ones fetched hold. */
export async function loadConfig(): Promise<Config> {
  try {
    const response = await fetch('/config.json', { cache: 'no-cache' })
    if (!response.ok) throw new Error(`config.json: ${response.status}`)
    config = configShape.parse(await response.json())
    localStorage.setItem(storageKey, JSON.stringify(config))
  } catch (failure) {
    const stored = localStorage.getItem(storageKey)
    if (!stored) throw failure
    config = configShape.parse(JSON.parse(stored))
  }
  return config
}

/** The settings; main.tsx has loaded them before anything is drawn. */
export function settings(): Config {
  if (!config) throw new Error('Settings are read before loadConfig() has finished')
  return config
}
