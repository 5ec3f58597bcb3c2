import { RequestFault } from '#domain/errors.ts'

/** The field of the request, and what it holds, for the fault. */
type Place = { field: string; what: string }

const fault = ({ field, what }: Place) =>
  new RequestFault({ kind: 'invalid', pointer: `/${field}`, detail: `${what} ei ole kelvollista base64:ää.` })

const textOf = (base64: string): string => (base64.startsWith('data:') ? base64.slice(base64.indexOf(',') + 1) : base64)

/** The base64 of a field, which may be a data URL. */
export function base64Of(base64: string, place: Place): string {
  const text = textOf(base64)
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw fault(place)
  return text
}

/** Whole groups of four characters. */
const chunkLength = 4 * 65_536

/** The bytes of such a field chunk by chunk, so that a large one is not in memory twice and other requests are served in between. */
export async function* bytesOfBase64(base64: string, place: Place): AsyncGenerator<Uint8Array> {
  const text = textOf(base64)
  if (text.length % 4 !== 0) throw fault(place)
  for (let from = 0; from < text.length; from += chunkLength) {
    const chunk = text.slice(from, from + chunkLength)
    const isLast = from + chunkLength >= text.length
    if (!(isLast ? /^[A-Za-z0-9+/]*={0,2}$/ : /^[A-Za-z0-9+/]*$/).test(chunk)) throw fault(place)
    yield Buffer.from(chunk, 'base64')
  }
}
