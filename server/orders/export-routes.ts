import { create } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { exportFormats } from '#domain/csv/order-export.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Role } from '#domain/roles.ts'
import { dayOf } from '#domain/values/time.ts'
import { draftsIn } from '../files/drafts.ts'
import { makeReader } from '../jsonapi/read.ts'
import { type JsonApi, refuseUnless } from '../jsonapi/serving.ts'
import { turns } from '../jsonapi/turns.ts'
import { exportOrders } from './export-orders.ts'

const roles: readonly Role[] = ['yllapito', 'asiakas', 'asiakas_yllapito']
const types = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const

/** `GET /api/tilaukset-vienti?muoto=csv|xlsx`: what a list of orders shows, by the filter and the sort that it asks of the JSON:API. */
export function exportRoutes(app: FastifyInstance, { drafts, ...jsonApi }: JsonApi & { drafts: string }): void {
  const parts = { ...jsonApi, reader: makeReader(jsonApi.model), withDraft: draftsIn(drafts) }
  // Each holds a connection while it is made.
  const inTurn = turns(2)
  app.get('/api/tilaukset-vienti', async (request, reply) => {
    const viewer = await request.viewer()
    refuseUnless(roles.some((role) => viewer.roles.includes(role)))
    const asked = readAsked(request.query)
    const { bytes, size } = await inTurn(() => exportOrders(parts, viewer, asked))
    return reply
      .header('cache-control', 'no-store')
      .header('content-length', size)
      .header('content-disposition', create(`tilaukset-${dayOf(parts.clock())}.${asked.muoto}`))
      .type(types[asked.muoto])
      .send(bytes)
  })
}

function readAsked(query: unknown) {
  const { _format, muoto: wanted, ...params } = Object.fromEntries(Object.entries(query ?? {}))
  const muoto = exportFormats.find((format) => format === wanted)
  if (!muoto) throw refused('muoto', `Anna muoto (muoto): ${exportFormats.join(' tai ')}.`)
  const strange = Object.keys(params).find((name) => name !== 'sort' && !name.startsWith('filter['))
  if (strange !== undefined) throw refused(strange, `Tuntematon parametri: ${strange}.`)
  return { muoto, params }
}

const refused = (parameter: string, detail: string) => new RequestFault({ kind: 'bad_request', parameter, detail })
