import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestFault } from '#domain/errors.ts'
import { bodyLimit } from './limits/body-timeouts.ts'

/** The web app's atomic documents have ten levels. */
const maxDepth = 30
/** Limit on values, keys and quotation marks within texts together. A thousand operations with every field have about 60 000. */
const maxElements = 100_000

const [quote, backslash, slash, comma, colon] = [0x22, 0x5c, 0x2f, 0x2c, 0x3a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

const refusal = (detail: string): RequestFault => new RequestFault({ kind: 'bad_request', pointer: '', detail })

/**
 * Refuses JSON that would need much time or memory to parse: too many levels or elements. One pass over the bytes; invalid JSON is
 * left to the parser.
 */
export function refuseExcessiveJson(json: Buffer): void {
  let depth = 0
  let elements = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    // Within a text, skips to the next quotation mark.
    if (inString) at = json.indexOf(quote, at)
    if (at === -1) return
    switch (json[at]) {
      case quote:
        if (inString && isEscaped(json, at)) elements++
        else inString = !inString
        break
      case openArray:
      case openObject:
        elements++
        if (++depth > maxDepth) throw refusal('Pyynnössä on liikaa sisäkkäisiä tietoja.')
        break
      case closeArray:
      case closeObject:
        depth--
        break
      case comma:
      case colon:
        elements++
    }
    if (elements > maxElements) throw refusal('Pyynnössä on liikaa tietoja. Lähetä ne useammassa osassa.')
  }
}

/**
 * The text of a large body: one long field of base64, and others within the limit of ordinary bodies. Refuses many letters outside
 * ASCII and many escapes, which would be slow to parse; slashes may be escaped, as PHP does.
 */
export function base64BodyText(json: Buffer): string {
  let longest = 0
  for (let at = json.indexOf(quote), next = at; at !== -1 && longest < json.length / 2; at = next) {
    next = json.indexOf(quote, at + 1)
    longest = Math.max(longest, next - at)
  }
  if (json.length - longest > bodyLimit) throw new RequestFault({ kind: 'too_large', detail: 'Lähetetty sisältö on liian suuri.' })
  const text = json.toString()
  let unusual = json.length - text.length
  for (let at = json.indexOf(backslash); at !== -1 && unusual <= maxElements; at = json.indexOf(backslash, at + 2))
    if (json[at + 1] !== slash) unusual++
  if (unusual > maxElements) throw refusal('Pyynnössä on pitkä teksti, joka ei ole base64-muodossa.')
  return text
}

/** Whether an odd number of backslashes precedes. */
function isEscaped(json: Buffer, at: number): boolean {
  let escapes = 0
  while (json[at - 1 - escapes] === backslash) escapes++
  return escapes % 2 === 1
}

export type ParseJson = (request: FastifyRequest, json: string) => Promise<unknown>

/** The framework's own parser, which refuses keys that would change an object's prototype. */
export function jsonParser(app: FastifyInstance): ParseJson {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, json) =>
    new Promise((resolve, reject) => parse(request, json, (error, body: unknown) => (error ? reject(error) : resolve(body))))
}

/** Accepts only JSON, under both of its media types; large bodies have a separate parser (serve-call.ts). */
export function jsonBodies(app: FastifyInstance): void {
  const parse = jsonParser(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/vnd.api+json'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseExcessiveJson(body)
      return parse(request, body.toString())
    },
  )
}
