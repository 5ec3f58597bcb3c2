import type { FastifyRequest } from 'fastify'
import { RequestFault } from '#domain/errors.ts'
import { jsonApiType } from '#domain/model/json-api-type.ts'

// The rules of JSON:API 1.1 for Content-Type and Accept (https://jsonapi.org/format/#content-negotiation). General negotiation
// libraries choose among types; these rules look at the parameters of each instance of one type.

const atomicExtension = 'https://jsonapi.org/ext/atomic'
export const atomicType = `${jsonApiType}; ext="${atomicExtension}"`

type MediaType = { type: string; parameters: ReadonlyMap<string, string> }

// Quoted values may contain commas and semicolons.
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

/** Whether its only parameters are `profile`, which may be ignored, and `ext` with extensions that the server supports. */
function isSupported({ parameters }: MediaType): boolean {
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
  if (own.length > 0 && !own.some(isSupported)) return false
  return own.some((one) => isSupported(one) && hasQuality(one)) || ranges.some((one) => wider.has(one.type) && hasQuality(one))
}

// The caller is not authenticated yet, so longer headers are refused without parsing them.
const longestHeader = 1000
const maxRemembered = 100
const known = new Map<string, boolean>()

/** Cached, as clients send the same few headers. */
function isAcceptable(header: string): boolean {
  const found = known.get(header)
  if (found !== undefined) return found
  if (header.length > longestHeader) return false
  const answer = accepts(header)
  if (known.size < maxRemembered) known.set(header, answer)
  return answer
}

/** Refuses a body of another media type (415), and a client that does not accept JSON:API (406), before anything is done. */
export async function negotiate({ headers, query }: FastifyRequest): Promise<void> {
  const { 'content-type': contentType, accept } = headers
  if (contentType !== undefined && contentType !== jsonApiType && contentType !== atomicType) refuseUnlessJsonApi(contentType)
  if (accept === undefined || accept === jsonApiType || accept === '*/*' || isAcceptable(accept)) return
  if (typeof query === 'object' && query !== null && '_format' in query) return
  throw new RequestFault({ kind: 'not_acceptable', detail: `Vastaus on muotoa ${jsonApiType}: Accept ei salli sitä.` })
}

function refuseUnlessJsonApi(contentType: string): void {
  const mediaType = contentType.length > longestHeader ? null : readMediaType(contentType)
  if (mediaType?.type === jsonApiType && isSupported(mediaType) && !mediaType.parameters.has('q')) return
  throw new RequestFault({
    kind: 'unsupported_media',
    detail: `Lähetä sisältö muodossa ${jsonApiType} ilman muita määreitä kuin ext ja profile.`,
  })
}
