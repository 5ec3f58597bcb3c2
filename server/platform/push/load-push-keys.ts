import type { Pool } from 'pg'
import { newPushKey, type PushKeys, pushKeysOf } from '../ports/push/push-keys.ts'

/**
 * The keys of this installation: those that the operator has configured (PUSH_PRIVATE_KEY), else those made at the first start; servers that start
 * at the same time agree on the same ones.
 */
export async function loadPushKeys(pool: Pool, configured: string | undefined): Promise<PushKeys> {
  if (configured !== undefined) return pushKeysOf(configured)
  await pool.query('INSERT INTO push_key (private_key) VALUES ($1) ON CONFLICT DO NOTHING', [newPushKey()])
  const { rows } = await pool.query<{ private_key: string }>('SELECT private_key FROM push_key')
  const [row] = rows
  if (!row) throw new Error('push_key is empty')
  return pushKeysOf(row.private_key)
}
