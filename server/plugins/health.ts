import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** `/healthz`: the process answers. `/readyz`: the database does too; main.ts listens only after the migrations have run. */
export function health(app: FastifyInstance, pool: Pool): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    try {
      await pool.query('SELECT 1 FROM migraatio LIMIT 1')
      return { status: 'ok' }
    } catch (error) {
      request.log.warn({ reason: String(error) }, 'database is not ready')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}
