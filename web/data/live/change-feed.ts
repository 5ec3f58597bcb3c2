import { type ChangeEvent, changeBatch, eventsPath } from '#domain/model/change-events.ts'
import { isSearched, noteAnswer, noteSilence, onReturn } from '../connection.ts'
import { call } from '../request.ts'
import { messagesOf } from './event-messages.ts'

/** The changed rows, or 'everything' when there were too many to list or some may have been missed. */
export type Change = ChangeEvent[] | 'everything'
/** What one tab sends to the others: the change, if any, and the event id to resume from; that the company's settings may have changed; or that the server does not answer. */
type TabMessage = { id: string; change: Change | null; silent?: true; settings?: true; viewers?: true }

const shortestPause = 1000
const longestPause = 30_000
/** The server sends something every 25 seconds (server/platform/events/streams.ts): a stream silent for this long is considered broken. */
const longestSilence = 60_000
/** Statuses without a toast: the stream is reopened later, and everything else works without it. */
const quiet = [0, 401, 403, 404, 429, 500, 502, 503, 504]

/** What the events without changes tell the other tabs. */
const notices: Readonly<Record<string, Pick<TabMessage, 'settings' | 'viewers'>>> = {
  asetukset: { settings: true },
  katselijat: { viewers: true },
}

type Follower = {
  take: (change: Change) => void
  /** The company's settings have changed, or may have changed while the stream was not open. */
  onSettings: () => void
  /** Somebody has begun to look at an order or the shift calendar or to change it, or has left. */
  onViewers: () => void
}

/**
 * Reports changes that the person may see, until stopped. One tab holds the stream for all tabs of the browser, since a browser
 * allows few connections to one server. When that tab closes, another one resumes from the last event id.
 */
export function followChanges(userId: string, { take, onSettings, onViewers }: Follower): () => void {
  const name = `kuorma.muutokset.${userId}`
  const stopping = new AbortController()
  const { signal } = stopping
  const tabs = new BroadcastChannel(name)
  let lastId = ''

  function receive({ id, change, silent, settings, viewers }: TabMessage): void {
    if (silent) noteSilence()
    else noteAnswer()
    if (id !== '') lastId = id
    if (change) take(change)
    if (settings) onSettings()
    if (viewers) onViewers()
  }
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data)

  async function readStream(): Promise<void> {
    const fallenSilent = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        noteSilence()
        fallenSilent.abort()
      }, longestSilence)
    }
    wait()
    await follow(AbortSignal.any([signal, fallenSilent.signal]), wait).finally(() => clearTimeout(timer))
  }

  /** Reads a stream to its end; calls `onMessage` for everything received. */
  async function follow(until: AbortSignal, onMessage: () => void): Promise<void> {
    const resumed = lastId
    const headers = { Accept: 'text/event-stream', ...(resumed === '' ? {} : { 'Last-Event-ID': resumed }) }
    const { body } = await call(eventsPath, { headers, signal: until, quiet })
    if (!body) return
    const broadcast = (message: TabMessage): void => {
      receive(message)
      tabs.postMessage(message)
    }
    // A new stream does not report changes from before it was opened, so what was read earlier may be out of date.
    broadcast({ id: '', change: resumed === '' ? 'everything' : null, settings: true })
    for await (const { id, event, data } of messagesOf(body)) {
      onMessage()
      if (event === 'alusta') broadcast({ id, change: 'everything' })
      else if (event in notices) broadcast({ id, change: null, ...notices[event] })
      else broadcast({ id, change: event === 'muutokset' ? changeBatch.parse(JSON.parse(data)).tapahtumat : null })
    }
  }

  async function keepReading(): Promise<void> {
    let pause = shortestPause
    while (!signal.aborted) {
      const started = Date.now()
      await readStream().catch(() => undefined)
      if (isSearched()) tabs.postMessage({ id: '', change: null, silent: true } satisfies TabMessage)
      // A stream that lasted ended for an expected reason (an expired token, a restarted server): the next one is opened soon.
      pause = Date.now() - started > longestPause ? shortestPause : Math.min(pause * 2, longestPause)
      // A random delay, so that clients do not all reconnect at the same moment after a server has stopped.
      await untilBack(pause * (0.25 + Math.random() / 2), signal)
    }
  }

  // Browsers give locks only to secure origins; on a plain http address each tab has a stream of its own.
  const read = 'locks' in navigator ? navigator.locks.request(name, { signal }, keepReading) : keepReading()
  read.catch(() => undefined)
  // Changes made while the server was unreachable were not received and are not sent again.
  const stopListening = onReturn(() => take('everything'))
  return () => {
    stopListening()
    stopping.abort()
    tabs.close()
  }
}

/** Resolves after the delay, or as soon as the network or the server is back. */
function untilBack(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, milliseconds)
    const stopListening = onReturn(go)
    function go() {
      clearTimeout(timer)
      stopListening()
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    window.addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
}
