import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { type SecurityEvent, type securityEventKinds, securityLogCall } from '#domain/features/users/security-log.ts'
import { isRefusal } from '../http/operation-result.ts'
import { serveCall } from '../http/serve-call.ts'
import { networkOf } from './network-address.ts'
import type { Clock } from './viewers.ts'

type Kind = 'sign_in_failed' | 'locked' | 'refresh_token_reused' | 'refused'
type Event = {
  kind: Kind
  userId: string | null
  address: string
  operation?: string
  /** The number of equal events; 1 by default. */
  count?: number
}
export type SecurityLog = { record: (event: Event) => Promise<void> }
type Log = { warn: (details: object, message: string) => void; error: (details: object, message: string) => void }
type Parts = { pool: Pool; clock: Clock }

const retentionSeconds = 90 * 24 * 60 * 60

const wireKinds: Readonly<Record<Kind, (typeof securityEventKinds)[number]>> = {
  sign_in_failed: 'kirjautuminen_epaonnistui',
  locked: 'lukitus',
  refresh_token_reused: 'tunnuksen_uusiokaytto',
  refused: 'esto',
}

/**
 * Stores security events for administrators, and writes a log line of each: the user's id, the truncated address, the
 * kind and the time, never a name. Equal events within an hour are one row, so that attempts cannot fill the table. The request
 * succeeds even when the event cannot be stored.
 */
export function makeSecurityLog({ pool, clock, log }: Parts & { log: Log }): SecurityLog {
  return {
    async record({ kind, userId, address, operation = '', count = 1 }) {
      const network = networkOf(address)
      log.warn({ kind, userId, network, operation, count }, 'security event')
      const now = clock()
      await pool
        .query(
          `insert into security_events as e (kind, user_id, network, operation, hour, last_at, count) values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (hour, kind, user_id, network, operation) do update set count = e.count + excluded.count, last_at = excluded.last_at`,
          [kind, userId, network, operation, Math.floor(now / 3600), now, count],
        )
        .catch((error: unknown) => log.error({ kind, userId, reason: String(error) }, 'security event could not be stored'))
    },
  }
}

/**
 * Records refusals to signed-in users: by role (403), and of rows that they may not read, which are answered with 404. The refused rows
 * of a call that answers with a result for each row are one event with their number.
 */
export function recordRefusals(app: FastifyInstance, securityLog: SecurityLog): void {
  app.decorateRequest('refusedRows', 0)
  app.addHook('onResponse', async (request: FastifyRequest, { statusCode }: FastifyReply) => {
    const { url: route } = request.routeOptions
    const count = isRefusal(statusCode) ? 1 : request.refusedRows
    if (count === 0 || !route || route === '*' || request.headers.authorization === undefined) return
    const viewer = await Promise.resolve(request.viewer()).catch(() => null)
    if (!viewer) return
    const operation = `${request.method} ${route}`
    await securityLog.record({ kind: 'refused', userId: viewer.userId, address: request.ip, operation, count })
  })
}

export function securityRoutes(app: FastifyInstance, parts: Parts): void {
  serveCall(app, securityLogCall, parts, (input) => listSecurityEvents(parts, input))
}

type Row = Omit<SecurityEvent, 'laji'> & { kind: Kind }

async function listSecurityEvents({ pool }: Parts, input: z.output<typeof securityLogCall.input>) {
  const kind = Object.entries(wireKinds).find(([, wire]) => wire === input.laji)?.[0] ?? null
  const where = 'where ($1::text is null or kind = $1) and ($2::uuid is null or user_id = $2)'
  const [page, counted] = await Promise.all([
    pool.query<Row>(
      `select id::float8 as id, kind, user_id as kayttaja_id, network as verkko, operation as operaatio, count as maara, last_at::float8 as viimeksi
       from security_events ${where} order by last_at desc, id desc limit $3 offset $4`,
      [kind, input.kayttaja_id ?? null, input['page[limit]'], input['page[offset]']],
    ),
    pool.query<{ count: number }>(`select count(*)::int as count from security_events ${where}`, [kind, input.kayttaja_id ?? null]),
  ])
  return { data: page.rows.map(({ kind: of, ...row }) => ({ ...row, laji: wireKinds[of] })), meta: { count: counted.rows[0]?.count ?? 0 } }
}

export async function purgeSecurityEvents(pool: Pool, now: number): Promise<void> {
  await pool.query('delete from security_events where last_at <= $1', [now - retentionSeconds])
}
