// Reads an event stream of a listening server as a browser does, message by message. For tests and measurements.
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

export type Message = { id: string; event: string; data: string }
export type OpenStream = {
  status: number
  headers: IncomingHttpHeaders
  /** The next message other than a heartbeat. */
  next: () => Promise<Message>
  /** The id of the last message or heartbeat. */
  lastId: () => string
  /** Settles when either side ends the stream. */
  ended: Promise<void>
  close: () => Promise<void>
}

/** Opens a stream on its own connection; settles when the server has sent the first message or has refused. */
export async function openStream(address: string, authorization: string, lastEventId?: string): Promise<OpenStream> {
  const headers = { authorization, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${address}/api/events`, { headers, agent: false }, resolve).once('error', reject).end()
  })
  const unread: Message[] = []
  let lastId = ''
  let arrived: () => void = () => undefined
  let text = ''

  function take(block: string): void {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    lastId = fields.id ?? lastId
    if (fields.data !== undefined) unread.push({ id: lastId, event: fields.event ?? 'message', data: fields.data })
    arrived()
  }

  const arrival = () =>
    new Promise<void>((resolve) => {
      arrived = resolve
    })
  const ended = new Promise<void>((resolve) => response.once('close', () => resolve()))
  response.on('error', () => undefined)
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) take(block)
  })
  if (response.statusCode === 200) await Promise.race([arrival(), ended])
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    async next() {
      for (;;) {
        const first = unread.shift()
        if (first) return first
        await arrival()
      }
    },
    lastId: () => lastId,
    ended,
    async close() {
      response.destroy()
      await ended
    },
  }
}
