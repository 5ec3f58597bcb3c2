// The baseline: fastify and pg without layers between, for exactly the requests of the benchmark. One prepared statement
// for each request, rows as arrays, hand-written serializers; no sign-in, no checks, no history. Started by run.ts.
import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import Fastify, { type FastifyReply } from 'fastify'
import { Pool } from 'pg'
import {
  allColumnsUrl,
  countUrl,
  deepOffset,
  deepUrl,
  dispatcherUrl,
  filteredFrom,
  filteredUrl,
  oneUrl,
  orders,
  orderType,
  pageSize,
  pageUrl,
  searched,
  searchUrl,
} from '../queries.ts'
import {
  type Cells,
  carOfScreen,
  customerDocument,
  customerOfScreen,
  groupOfScreen,
  jobOfScreen,
  orderDocument,
  orderDocumentAlone,
  orderOfScreen,
  shipmentDocument,
  shipmentOfScreen,
  userOfScreen,
} from './documents.ts'
import {
  allColumns,
  change,
  count,
  create,
  deep,
  filtered,
  formFields,
  image,
  one,
  orderOfLineOfScreen,
  orderOfShipment,
  pages,
  screen,
  search,
} from './statements.ts'

/** Serializes an order, with the ids of its related rows of each included type; and the related rows, in the statement's order. */
type Writers = {
  order: (row: Cells, hanging: readonly string[]) => string
  included: readonly { write: (row: Cells) => string; order?: number }[]
}
type NewRow = { id: string; attributes: Record<string, string | number> }
type CreateBody = { 'atomic:operations': { data: NewRow }[] }

const long: Writers = { order: orderDocument, included: [{ write: shipmentDocument, order: orderOfShipment }, { write: customerDocument }] }
const ofScreen: Writers = {
  order: orderOfScreen,
  included: [
    { write: customerOfScreen },
    { write: shipmentOfScreen, order: orderOfLineOfScreen },
    { write: jobOfScreen, order: orderOfLineOfScreen },
    { write: groupOfScreen },
    { write: userOfScreen },
    { write: carOfScreen },
  ],
}
const types = { getTypeParser: () => (value: string) => value }

function compose(rows: readonly Cells[], { order, included: types }: Writers): { data: string; included: string; count: string } {
  const hanging = types.map(() => new Map<string, string>())
  let included = ''
  let count = ''
  for (const row of rows) {
    if (row[0] === '-') count = row[1] ?? ''
    const index = Number(row[0]) - 1
    const type = types[index]
    if (!type) continue
    if (type.order !== undefined) {
      const whose = row[type.order] ?? ''
      const known = hanging[index]?.get(whose)
      hanging[index]?.set(whose, known === undefined ? (row[1] ?? '') : `${known},${row[1]}`)
    }
    included += `,${type.write(row)}`
  }
  let data = ''
  for (const row of rows)
    if (row[0] === '0') {
      const id = row[1] ?? ''
      data += `,${order(
        row,
        hanging.map((ids) => ids.get(id) ?? ''),
      )}`
    }
  return { data: data.slice(1), included: included.slice(1), count }
}

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
pool.on('error', () => undefined)
const app = Fastify({ bodyLimit: 2 * 1024 * 1024 })
app.addContentTypeParser('application/vnd.api+json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
const answer = (reply: FastifyReply, body: string) => reply.type('application/vnd.api+json').send(body)

type Links = (count: number) => object

const listText = (rows: readonly Cells[], writers: Writers, links: Links): string => {
  const { data, included, count } = compose(rows, writers)
  return `{"jsonapi":{"version":"1.1"},"data":[${data}],"included":[${included}],"links":${JSON.stringify(links(Number(count)))},"meta":{"count":${count}}}`
}

function serveList(path: string, name: string, text: string, writers: Writers, links: Links, values: readonly unknown[] = []): void {
  app.get(path, async (_request, reply) => {
    const { rows } = await pool.query<(string | null)[]>({ name, text, values: [...values], rowMode: 'array', types })
    return answer(reply, listText(rows, writers, links))
  })
}

const linksOf = (url: string, offset: number) => (count: number) => ({
  self: { href: offset > 0 ? pageUrl(url, offset) : url },
  ...(offset > 0 ? { first: { href: pageUrl(url, 0) }, prev: { href: pageUrl(url, Math.max(0, offset - pageSize)) } } : {}),
  next: { href: pageUrl(url, offset + pageSize) },
  last: { href: pageUrl(url, offset + Math.floor((count - 1 - offset) / pageSize) * pageSize) },
})
serveList('/all-columns', 'all', allColumns, long, linksOf(allColumnsUrl, 0))
serveList('/screen', 'screen', screen, ofScreen, linksOf(dispatcherUrl, 0))
app.get<{ Params: { offset: string } }>('/pages/:offset', async ({ params }, reply) => {
  const offset = Number(params.offset)
  const { rows } = await pool.query<(string | null)[]>({ name: 'pages', text: pages, values: [offset], rowMode: 'array', types })
  return answer(reply, listText(rows, ofScreen, linksOf(dispatcherUrl, offset)))
})
serveList('/search', 'search', search, ofScreen, linksOf(searchUrl(searched), 0), [`'${searched}':*`])
serveList('/deep', 'deep', deep, ofScreen, linksOf(deepUrl, deepOffset))
serveList('/filtered', 'filtered', filtered, ofScreen, linksOf(filteredUrl, 0), [filteredFrom.day, filteredFrom.town])

app.get('/count', async (_request, reply) => {
  const { rows } = await pool.query<(string | null)[]>({ name: 'count', text: count, rowMode: 'array', types })
  const [id, number, all] = rows[0] ?? []
  const data = `{"type":"${orderType}","id":"${id}","links":{"self":{"href":"${orders}/${id}"}},"attributes":{"tilausnro":${number}}}`
  const links = JSON.stringify({
    self: { href: countUrl },
    next: { href: pageUrl(countUrl, 1) },
    last: { href: pageUrl(countUrl, Number(all) - 1) },
  })
  return answer(reply, `{"jsonapi":{"version":"1.1"},"data":[${data}],"links":${links},"meta":{"count":${all}}}`)
})

app.get<{ Params: { id: string } }>('/image/:id', async ({ params: { id } }, reply) => {
  const { rows } = await pool.query<(string | null)[]>({ name: 'image', text: image, values: [id], rowMode: 'array', types })
  const [mime, name, size] = rows[0] ?? []
  reply.headers({ 'content-type': mime ?? '', 'content-length': size ?? '', 'content-disposition': `inline; filename=${name}` })
  return reply.send(createReadStream(join(process.env.FILES ?? '', id.slice(0, 2), id.slice(2, 4), id)))
})

app.get<{ Params: { id: string } }>('/one/:id', async ({ params }, reply) => {
  const { rows } = await pool.query<(string | null)[]>({ name: 'one', text: one, values: [params.id], rowMode: 'array', types })
  const { data, included } = compose(rows, { ...long, order: orderDocumentAlone })
  return answer(
    reply,
    `{"jsonapi":{"version":"1.1"},"data":${data},"included":[${included}],"links":{"self":{"href":"${oneUrl(params.id)}"}}}`,
  )
})

app.post<{ Body: CreateBody; Params: { customer: string } }>('/create/:customer', async ({ body, params }, reply) => {
  const [order, ...lines] = body['atomic:operations'].map((operation) => operation.data)
  const values: unknown[] = [order?.id, Math.floor(Date.now() / 1000), params.customer, order?.attributes.laskutus_viesti]
  for (const line of lines) {
    values.push(line.id)
    for (const field of formFields) values.push(line.attributes[field])
  }
  const { rows } = await pool.query<(string | null)[]>({ name: 'create', text: create, values, rowMode: 'array', types })
  const [first, ...shipments] = rows
  const documents = [orderDocument(first ?? [], [shipments.map((row) => row[1]).join(',')]), ...shipments.map(shipmentDocument)]
  return answer(reply, `{"jsonapi":{"version":"1.1"},"atomic:results":[${documents.map((text) => `{"data":${text}}`).join(',')}]}`)
})

// All open streams: each gets the same bytes after a row has been stored.
const streams = new Set<ServerResponse>()
app.get('/streams', (_request, reply) => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
  reply.raw.write(':\n\n')
  streams.add(reply.raw)
  reply.raw.once('close', () => streams.delete(reply.raw))
})
app.post<{ Params: { price: string } }>('/change/:price', async ({ params }, reply) => {
  const { rows } = await pool.query<{ id: string; vid: string; changed: string }>({ name: 'change', text: change, values: [params.price] })
  const event = {
    type: 'tuntituote_tyyppi--tuntituote_tyyppi',
    id: rows[0]?.id,
    laji: 'muuttui',
    vid: Number(rows[0]?.vid),
    aika: Number(rows[0]?.changed),
  }
  const text = `id: ${Math.floor(Date.now() / 1000)}-${rows[0]?.vid}:${rows[0]?.vid}:\nevent: muutokset\ndata: ${JSON.stringify({ tapahtumat: [event] })}\n\n`
  for (const stream of streams) stream.write(text)
  return answer(reply, '{}')
})

process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address}\n`)
