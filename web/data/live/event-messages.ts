import { createParser } from 'eventsource-parser'

export type EventMessage = { id: string; event: string; data: string }

/**
 * Server-sent events out of a response's body. An id alone, by which the server says how far this person's changes have been sent, is a message
 * without data. The browser's own EventSource cannot carry the Authorization header.
 */
export async function* messagesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<EventMessage> {
  let messages: EventMessage[] = []
  const parser = createParser({
    onId: (id) => messages.push({ id, event: '', data: '' }),
    onEvent: ({ id, event = '', data }) => {
      // The parser has called onId for it already. The id may not be noted before the data.
      if (id !== undefined) messages.pop()
      messages.push({ id: id ?? '', event, data })
    },
  })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      parser.feed(value)
      yield* messages
      messages = []
    }
  } finally {
    // Whoever stops reading leaves no connection open: a browser has few for one server.
    await reader.cancel().catch(() => undefined)
  }
}
