import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** DEMO_PASSWORD, or a random one that is made once and kept in DATA_DIR, readable by its owner only. */
export async function demoPassword({ demoPassword: given, dataDir }: Pick<Config, 'demoPassword' | 'dataDir'>): Promise<string> {
  if (given !== undefined) return given
  const path = join(dataDir, 'demo-password')
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept.trim() !== '') return kept.trim()
  const made = randomBytes(9).toString('base64url')
  await writeFile(path, `${made}\n`, { mode: 0o600 })
  return made
}

/** Only on one's own machine: not in production, in the embedded database, and out of everybody else's reach (RULES section 13). */
export const mayHaveDemo = ({ production, host }: Pick<Config, 'production' | 'host'>, embedded: boolean): boolean =>
  !production && embedded && (host === 'localhost' || host === '::1' || host.startsWith('127.'))
