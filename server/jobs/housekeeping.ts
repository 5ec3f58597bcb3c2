import type { Pool } from 'pg'
import { registry } from '#domain/registry.ts'
import { startOfDay } from '#domain/values/time.ts'
import { purgeRecoveries } from '../auth/recovery.ts'
import { purgeSessions } from '../auth/sessions.ts'
import type { Log } from '../database/embedded.ts'
import { sweepFiles } from '../files/sweep.ts'
import { modelOf } from '../jsonapi/model.ts'
import { forgetKeys } from '../jsonapi/repeats.ts'
import { forgetMail } from '../mail/queue.ts'
import { sweepPrints } from '../orders/waybill-prints.ts'
import type { FileStore } from '../ports/files/file-store.ts'
import { rules } from '../rules.ts'

const everyMs = 60 * 60 * 1000

/** While people sleep: the store's whole list is read. */
const sweepHour = 3

type Parts = { pool: Pool; files: FileStore; clock: () => number; log: Log }

/**
 * Once an hour, what has run out is thrown away: sessions, recovery links, kept answers, mail and prints; once a night the leavings
 * of uploads. Several servers may do it at once. Gives the way to stop.
 */
export function startHousekeeping({ pool, files, clock, log }: Parts): () => void {
  const timer = setInterval(() => {
    const now = clock()
    const parts = { model: modelOf(registry), rules, pool, files, clock }
    const jobs: Promise<unknown>[] = [
      ...[purgeSessions(pool, now), purgeRecoveries(pool, now), forgetKeys(pool, now), forgetMail(pool, now)],
      sweepPrints(parts),
    ]
    if (Math.floor((now - startOfDay(now)) / 3600) === sweepHour) jobs.push(sweepFiles(parts))
    Promise.all(jobs).catch((error: unknown) => log.warn(`Siivous epäonnistui: ${String(error)}`))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
