import type { FastifyInstance } from 'fastify'
import { exportOrdersCall, exportTypes } from '#domain/calls/export-orders.ts'
import { dayOf } from '#domain/values/time.ts'
import { fairTurns } from '../fair-turns.ts'
import { draftsIn } from '../files/drafts.ts'
import { makeReader } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { serveFileCall } from '../serve-call.ts'
import { exportOrders } from './export-orders.ts'

/** Each holds a connection while it is made, and a sheet a process with some 300 MB (decision 23). */
const atOnce = { csv: 3, xlsx: 1 } as const
const mostOfOne = 3

export function exportRoutes(app: FastifyInstance, { drafts, ...jsonApi }: JsonApi & { drafts: string }): void {
  const parts = { ...jsonApi, reader: makeReader(jsonApi.model), withDraft: draftsIn(drafts) }
  const refusal = `Sinulla on jo ${mostOfOne} tiedostoa tekeillä. Odota, että jokin niistä valmistuu.`
  const inTurn = {
    csv: fairTurns({ atOnce: atOnce.csv, each: mostOfOne, refusal }),
    xlsx: fairTurns({ atOnce: atOnce.xlsx, each: mostOfOne, refusal }),
  }
  serveFileCall(app, exportOrdersCall, async ({ muoto, ...params }, viewer) => {
    const made = await inTurn[muoto](viewer.userId, () => exportOrders(parts, viewer, { muoto, params }))
    return { ...made, filename: `tilaukset-${dayOf(parts.clock())}.${muoto}`, type: typeOf[muoto] }
  })
}

const typeOf = { ...exportTypes, csv: `${exportTypes.csv}; charset=utf-8` } as const
