export type EventMessage = { id: string; event: string; data: string }

/**
 * Server-sent events out of a response's body, as the standard reads them; an id alone is a message without data.
 * The browser's own EventSource cannot carry the Authorization header.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* messagesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<EventMessage> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const blocks = (text + value).replaceAll('\r', '').split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield messageOf(block)
    }
  } finally {
    // Whoever stops reading leaves no connection open: a browser has few for one server.
    await reader.cancel().catch(() => undefined)
  }
}

function messageOf(block: string): EventMessage {
  const message = { id: '', event: '', data: '' }
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(id|event|data):? ?(.*)$/.exec(line) ?? []
    if (name === 'data') message.data += message.data === '' ? value : `\n${value}`
    else if (name === 'id' || name === 'event') message[name] = value
  }
  return message
}
