import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RequestFault } from '#domain/errors.ts'
import { acceptPassword, type EstimateStrength } from '../auth/new-password.ts'
import type { PasswordHash } from '../auth/passwords.ts'
import type { Config } from '../config.ts'
import { ConfigError } from '../setting.ts'

/** DEMO_PASSWORD, or a random one that is created once and stored in DATA_DIR, readable by its owner only. */
export async function demoPassword({ demoPassword: configured, dataDir }: Pick<Config, 'demoPassword' | 'dataDir'>): Promise<string> {
  if (configured !== undefined) return configured
  const path = join(dataDir, 'demo-password')
  const stored = await readFile(path, 'utf8').catch(() => '')
  if (stored.trim() !== '') return stored.trim()
  const made = randomBytes(12).toString('base64url')
  await writeFile(path, `${made}\n`, { mode: 0o600 })
  return made
}

/** Only on a local machine: not in production, in the embedded database, and on an address that others cannot reach (rules/sign-in.md#demo-data). */
export const mayHaveDemo = ({ production, host }: Pick<Config, 'production' | 'host'>, embedded: boolean): boolean =>
  !production && embedded && (host === 'localhost' || host === '::1' || host.startsWith('127.'))

/** Hashes the demo password if the password rules accept it; else throws a ConfigError. */
export async function acceptDemoPassword(estimate: EstimateStrength, password: string): Promise<PasswordHash> {
  try {
    return await acceptPassword(estimate, { password, ownTexts: [], client: 'server' })
  } catch (error) {
    throw error instanceof RequestFault ? new ConfigError(`Asetus DEMO_PASSWORD ei kelpaa. ${error.message}`) : error
  }
}
