import { bytesOfMegabytes } from '#domain/entities/file/file.types.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Settings } from '#domain/features/settings/settings.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const day = 24 * 60 * 60

export type UploadLimits = Pick<Settings, 'latauksia_paivassa' | 'latauksia_paivassa_mt'>
/** `size` in bytes; before they have arrived, the announced length. */
type Upload = { userId: string; size: number; now: number }

/** Refuses (429) a file that exceeds what a user may send within 24 hours. Files that have been removed since count too. */
export async function allowUpload(db: Queryable, limits: UploadLimits, { userId, size, now }: Upload): Promise<void> {
  const { rows } = await db.query<{ files: number; bytes: number }>(
    'SELECT count(*)::int AS files, coalesce(sum(filesize), 0)::float8 AS bytes FROM file WHERE lisaaja_id = $1 AND created > $2',
    [userId, now - day],
  )
  const { files = 0, bytes = 0 } = rows[0] ?? {}
  const { latauksia_paivassa: maxFiles, latauksia_paivassa_mt: maxMegabytes } = limits
  if (files >= maxFiles) throw tooMany(`Vuorokaudessa voi lähettää enintään ${maxFiles} tiedostoa. Yritä myöhemmin uudestaan.`)
  if (bytes + size > bytesOfMegabytes(maxMegabytes))
    throw tooMany(`Vuorokaudessa voi lähettää tiedostoja enintään ${maxMegabytes} Mt. Yritä myöhemmin uudestaan.`)
}

/** The same in the transaction that stores the file: uploads at the same time are counted one after the other. */
export async function allowStoring(db: Queryable, limits: UploadLimits, upload: Upload): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`uploads ${upload.userId}`])
  await allowUpload(db, limits, upload)
}

const tooMany = (detail: string): RequestFault => new RequestFault({ kind: 'too_many', detail, retryAfter: 3600 })
