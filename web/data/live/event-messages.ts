import { createParser } from 'eventsource-parser'

export type EventMessage = { id: string; event: string; data: string }

/**
 * Parses server-sent events from a response's body. An id without data, with which the server reports how far the person's changes have
 * been sent, becomes a message without data. The browser's EventSource cannot send the Authorization header.
 */
export async function* messagesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<EventMessage> {
  let messages: EventMessage[] = []
  const parser = createParser({
    onId: (id) => messages.push({ id, event: '', data: '' }),
    onEvent: ({ id, event = '', data }) => {
      // The parser has already called onId for this event. The id must not be reported before its data.
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
    // Close the connection when the reader stops early: a browser allows few connections to one server.
    await reader.cancel().catch(() => undefined)
  }
}
