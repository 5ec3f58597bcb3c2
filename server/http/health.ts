import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { faultKinds } from '#domain/errors.ts'
import { checkDatabase } from '#server/platform/database/migrate.ts'

type Parts = { pool: Pool; dataDir: string; clock: () => number }

/** Bytes. With less free space an upload or a checkpoint of PostgreSQL may fill the disk. */
const minFreeBytes = 100 * 1024 * 1024
/** Seconds for which the disk counts as full after a write did not fit: the disks of PostgreSQL and S3 may be on other machines. */
const fullFor = 60

/**
 * `/healthz`: the process answers. `/readyz`: the database answers too, and the disks are not full. main.ts listens only after the
 * migrations have run.
 */
export function health(app: FastifyInstance, { pool, dataDir, clock }: Parts): void {
  let fullAt = Number.NEGATIVE_INFINITY
  app.addHook('onResponse', async (_request, reply) => {
    if (reply.statusCode === faultKinds.storage_full.status) fullAt = clock()
  })
  app.get('/healthz', { config: { public: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { public: true } }, async (request, reply) => {
    try {
      await checkDatabase(pool)
    } catch (error) {
      request.log.warn({ reason: String(error) }, 'readiness check failed: the database does not answer')
      return reply.code(503).send({ status: 'unavailable' })
    }
    const free = await freeBytes(dataDir)
    if (free >= minFreeBytes && clock() - fullAt >= fullFor) return { status: 'ok' }
    request.log.warn({ free }, 'readiness check failed: the disk is full or was full a moment ago')
    return reply.code(503).send({ status: 'disk_full' })
  })
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
