import { isAscii } from 'node:buffer'
import { randomUUID } from 'node:crypto'

/** In bytes: Node keeps decoded text outside the engine's memory from here on (its EXTERN_APEX is a little less). */
const long = 1024 * 1024
/** What has more texts than this is not one large text among a few fields, and is read as it is. */
const mostTexts = 1000
const [quote, backslash] = [0x22, 0x5c]

/**
 * Takes the long texts of plain letters (base64) out of a JSON object, so that reading it needs little of the engine's memory.
 * Gives the JSON without them, and what puts them back where it stood in the object.
 */
export function withoutLongTexts(json: Buffer): { json: string; restore: (body: unknown) => unknown } {
  const texts = new Map<string, string>()
  let kept = ''
  let keptTo = 0
  let from = json.indexOf(quote)
  for (let count = 0; from !== -1 && count < mostTexts; count++) {
    const end = endOfText(json, from)
    if (end === -1) break
    const inside = json.subarray(from + 1, end)
    if (inside.length >= long && isAscii(inside) && !inside.includes(backslash)) {
      const mark = randomUUID()
      texts.set(mark, inside.toString('latin1'))
      kept += `${json.toString('utf8', keptTo, from + 1)}${mark}`
      keptTo = end
    }
    from = json.indexOf(quote, end + 1)
  }
  const restore = (body: unknown): unknown =>
    body !== null && typeof body === 'object' && !Array.isArray(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? (texts.get(value) ?? value) : value]),
        )
      : body
  return { json: kept + json.toString('utf8', keptTo), restore }
}

/** Where the text that begins at a quotation mark ends; -1 when it does not. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(quote, start + 1); end !== -1; end = json.indexOf(quote, end + 1)) {
    let escapes = 0
    while (json[end - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return -1
}
