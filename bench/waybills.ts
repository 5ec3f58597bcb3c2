// 500 pages of waybills as one PDF in the background: `node bench/waybills.ts [orders in the database] [pages]`, or as a part of the whole run.
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { openDatabases } from './databases.ts'
import { type Server, signIn, startServer } from './servers.ts'

const form = ['lahetys', 'koonti', 'tarrat'] as const
export type Form = (typeof form)[number]
/**
 * Milliseconds from the request to the finished file, and the longest wait of another request during that time. Resident memory in MB:
 * of the server, and the peak of the process that draws.
 */
export type PrintFigures = {
  total: number
  longestWait: number
  pages: number
  size: number
  before: number
  peak: number
  after: number
  drawing: number
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** 0 where there is no such process, or the system does not report it. */
async function residentMemory(pid: number | string | undefined): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(await read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

async function memoryOfChildren({ child: { pid } }: Server): Promise<number> {
  const children = (await read(`/proc/${pid}/task/${pid}/children`)).split(' ').filter((text) => text !== '')
  return (await Promise.all(children.map(residentMemory))).reduce((sum, one) => sum + one, 0)
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Requests the orders' waybills as the web app does, and waits for the job to end. */
export async function measurePrint(server: Server, orders: readonly string[], muoto: Form): Promise<PrintFigures> {
  const { address } = server
  const authorization = await signIn(address, 'yllapito')
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${address}${path}`, { ...init, headers: { authorization, 'content-type': 'application/json' } })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const before = await residentMemory(server.child.pid)
  let peak = before
  let drawing = 0
  let longestWait = 0
  let isRunning = true
  const others = (async () => {
    while (isRunning) {
      const started = performance.now()
      await (await fetch(`${address}/healthz`)).arrayBuffer()
      longestWait = Math.max(longestWait, performance.now() - started)
      peak = Math.max(peak, await residentMemory(server.child.pid))
      drawing = Math.max(drawing, await memoryOfChildren(server))
      await pause(5)
    }
  })()
  const started = performance.now()
  const answer = await call('/api/rahtikirjat', { method: 'POST', body: JSON.stringify({ tilaus_ids: orders, muoto }) })
  const { id } = await answer.json()
  let job = { tila: 'odottaa', virheet: [], virhe: '', file: { uri: '' } }
  while (['odottaa', 'kaynnissa'].includes(job.tila)) {
    await pause(50)
    job = (await (await call(`/api/rahtikirjat?id=${id}`)).json()).data[0]
  }
  const total = performance.now() - started
  isRunning = false
  await others
  if (job.tila !== 'valmis' || job.virheet.length > 0) throw new Error(`Print: ${JSON.stringify(job).slice(0, 500)}`)
  const pdf = Buffer.from(await (await call(job.file.uri)).arrayBuffer())
  const pages = pdf.toString('latin1').split('/Type /Page\n').length - 1
  return { total, longestWait, pages, size: pdf.length, before, peak, after: await residentMemory(server.child.pid), drawing }
}

/** The newest orders that together have `pages` pages; cancelled shipments do not count. */
export async function ordersOfPages(databaseUrl: string, pages: number, muoto: Form): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const each = { lahetys: 'count(*)', koonti: '1', tarrat: 'sum(greatest(1, maara))' }[muoto]
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM (
         SELECT id, sum(pages) OVER (ORDER BY n DESC) AS total FROM (
           SELECT t.id, t.drupal_internal__id AS n, ${each} AS pages FROM tilaus t JOIN lahetys l ON l.tilaus_id = t.id AND l.status = 1 AND l.tila <> 'peruutettu'
           GROUP BY t.id ORDER BY t.drupal_internal__id DESC LIMIT 1000) orders) counted
       WHERE total <= $1`,
      [pages],
    )
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

async function main(orders: number, pages: number): Promise<void> {
  const databases = await openDatabases()
  const url = await databases.copy(orders)
  const server = await startServer(url)
  try {
    for (const muoto of [...form, ...form]) {
      const ids = await ordersOfPages(url, pages, muoto)
      const figures = await measurePrint(server, ids, muoto)
      const [total, wait] = [figures.total, figures.longestWait].map((milliseconds) => `${milliseconds.toFixed(0)} ms`)
      const [before, peak, after, drawing] = [figures.before, figures.peak, figures.after, figures.drawing].map((megabytes) =>
        megabytes.toFixed(0),
      )
      console.log(
        `${muoto}: ${figures.pages} pages of ${ids.length} orders (${(figures.size / 1024).toFixed(0)} kB) in ${total}; another request waited at most ${wait}; memory ${before} → ${peak} → ${after} MB, drawing ${drawing} MB`,
      )
    }
    await pause(35_000)
    console.log(`Half a minute later: ${(await residentMemory(server.child.pid)).toFixed(0)} MB`)
  } finally {
    await server.stop()
    await databases.close()
  }
}

if (import.meta.main) await main(Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 500))
