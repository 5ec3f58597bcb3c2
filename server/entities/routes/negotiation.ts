import type { FastifyRequest } from 'fastify'
import { RequestFault } from '#domain/errors.ts'
import { jsonApiType } from '#domain/model/json-api-type.ts'

// What JSON:API 1.1 says of Content-Type and Accept (https://jsonapi.org/format/#content-negotiation). General negotiators
// choose among types; these rules ask about the parameters of each instance of one type.

const atomicExtension = 'https://jsonapi.org/ext/atomic'
export const atomicType = `${jsonApiType}; ext="${atomicExtension}"`

type MediaType = { type: string; parameters: ReadonlyMap<string, string> }

// Commas and semicolons stand in quoted values too.
const partsOf = (text: string, separator: ',' | ';'): string[] =>
  text.match(separator === ',' ? /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g : /(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? []

function readMediaType(text: string): MediaType {
  const [type = '', ...rest] = partsOf(text, ';')
  const parameters = rest.map((part): [string, string] => {
    const [name = '', ...value] = part.split('=')
    return [
      name.trim().toLowerCase(),
      value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    ]
  })
  return { type: type.trim().toLowerCase(), parameters: new Map(parameters) }
}

/** Whether it is asked for with nothing but `profile`, which may be passed over, and extensions that the server has. */
function isSpoken({ parameters }: MediaType): boolean {
  for (const [name, value] of parameters) {
    if (name === 'ext' && value.split(/\s+/).every((uri) => uri === '' || uri === atomicExtension)) continue
    if (name !== 'profile' && name !== 'q') return false
  }
  return true
}

// A document is JSON: a request that accepts JSON, or anything, gets it with its own media type (rules/http-api.md#format-parameter, `_format=json`).
const wider = new Set(['application/json', 'application/*', '*/*'])
const hasQuality = ({ parameters }: MediaType): boolean => Number(parameters.get('q') ?? 1) > 0

function accepts(header: string): boolean {
  const ranges = partsOf(header, ',').map(readMediaType)
  const own = ranges.filter(({ type }) => type === jsonApiType)
  if (own.length > 0 && !own.some(isSpoken)) return false
  return own.some((one) => isSpoken(one) && hasQuality(one)) || ranges.some((one) => wider.has(one.type) && hasQuality(one))
}

// A header of one's own making must cost nothing: nobody has been asked who they are yet.
const longestHeader = 1000
const maxRemembered = 100
const known = new Map<string, boolean>()

/** The same few headers come again and again. */
function isAcceptable(header: string): boolean {
  const found = known.get(header)
  if (found !== undefined) return found
  if (header.length > longestHeader) return false
  const answer = accepts(header)
  if (known.size < maxRemembered) known.set(header, answer)
  return answer
}

/** Refuses what the client sends in another form (415), and what it could not read (406), before anything is done. */
export async function negotiate({ headers, query }: FastifyRequest): Promise<void> {
  const { 'content-type': contentType, accept } = headers
  if (contentType !== undefined && contentType !== jsonApiType && contentType !== atomicType) refuseUnlessJsonApi(contentType)
  if (accept === undefined || accept === jsonApiType || accept === '*/*' || isAcceptable(accept)) return
  if (typeof query === 'object' && query !== null && '_format' in query) return
  throw new RequestFault({ kind: 'not_acceptable', detail: `Vastaus on muotoa ${jsonApiType}: Accept ei salli sitä.` })
}

function refuseUnlessJsonApi(contentType: string): void {
  const mediaType = contentType.length > longestHeader ? null : readMediaType(contentType)
  if (mediaType?.type === jsonApiType && isSpoken(mediaType) && !mediaType.parameters.has('q')) return
  throw new RequestFault({
    kind: 'unsupported_media',
    detail: `Lähetä sisältö muodossa ${jsonApiType} ilman muita määreitä kuin ext ja profile.`,
  })
}
