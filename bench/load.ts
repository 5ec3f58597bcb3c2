import autocannon from 'autocannon'

/** A repeated request; `write` makes the body and headers of each one, `path` the path with the query. */
export type Target = {
  url: string
  headers: Record<string, string>
  write?: () => { body: string; headers: Record<string, string> }
  path?: () => string
}
/** Requests a second, and latencies in milliseconds. */
export type Figures = { perSecond: number; p50: number; p99: number }

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const quantile = (sorted: ArrayLike<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Loads one server for `seconds`. Throws unless all responses were successes: a fast refusal is no result. */
export async function load({ url, headers, write, path }: Target, connections: number, seconds: number): Promise<Figures> {
  const latencies: number[] = []
  const { pathname, search } = new URL(url)
  const request: autocannon.Request = write
    ? { method: 'POST', path: pathname, setupRequest: (plain) => ({ ...plain, ...withHeaders(write(), headers) }) }
    : { method: 'GET', path: pathname + search, headers, ...(path ? { setupRequest: (plain) => ({ ...plain, path: path() }) } : {}) }
  const started = performance.now()
  let ended = started
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ url, connections, duration: seconds, requests: [request] }, (error, found) =>
      error ? reject(error) : resolve(found),
    )
    // autocannon's own histogram has whole milliseconds only.
    run.on('response', (_client, _status, _bytes, milliseconds) => {
      latencies.push(milliseconds)
      ended = performance.now()
    })
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  const sorted = Float64Array.from(latencies).sort()
  return { perSecond: (latencies.length / (ended - started)) * 1000, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

const withHeaders = (made: { body: string; headers: Record<string, string> }, headers: Record<string, string>) => ({
  body: made.body,
  headers: { ...headers, ...made.headers },
})

export type Plan = { connections: number; rounds: number; seconds: number; warmUp: number }

/** Loads two targets alternately, so that other load on the machine affects both; returns the medians of each over the rounds. */
export async function alternately(first: Target, second: Target, plan: Plan): Promise<[Figures, Figures]> {
  for (const target of [first, second]) await load(target, plan.connections, plan.warmUp)
  const found: [Figures[], Figures[]] = [[], []]
  for (let round = 0; round < plan.rounds; round++) {
    found[0].push(await load(first, plan.connections, plan.seconds))
    found[1].push(await load(second, plan.connections, plan.seconds))
  }
  return [medians(found[0]), medians(found[1])]
}

const medians = (rounds: readonly Figures[]): Figures => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  p50: median(rounds.map((round) => round.p50)),
  p99: median(rounds.map((round) => round.p99)),
})
