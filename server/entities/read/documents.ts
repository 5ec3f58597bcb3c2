import { RequestFault } from '#domain/errors.ts'
import type { Query } from './query.ts'
import type { JsonRows } from './read.ts'

const opening = '{"jsonapi":{"version":"1.1"},"data":'

/** A JSON document in pieces, which are encoded one by one: joining them first would copy a list's text once more. */
export type Document = readonly string[]

const includedOf = ({ included }: JsonRows): Document => (included.length === 0 ? [] : [',"included":[', ...included, ']'])

/** The document of a list. `url` is the request's path and query, from which the links to other pages are made. */
export function listDocument(found: JsonRows, query: Query, url: string): Document {
  const links: Record<string, { href: string }> = { self: { href: url } }
  const [path = '', search = ''] = url.split('?')
  const parameters = new URLSearchParams(search)
  const to = (offset: number): { href: string } => {
    parameters.set('page[offset]', String(offset))
    return { href: `${path}?${parameters}` }
  }
  if (query.offset > 0) {
    links.first = to(0)
    links.prev = to(Math.max(0, query.offset - query.limit))
  }
  if (query.offset + found.data.length < found.count) {
    links.next = to(query.offset + query.limit)
    links.last = to(lastOffset(query, found.count))
  }
  const end = `,"links":${JSON.stringify(links)},"meta":{"count":${found.count}}}`
  return [opening, '[', ...found.data, ']', ...includedOf(found), end]
}

/** The offset of the last page, counted from this one in whole pages. */
const lastOffset = ({ offset, limit }: Query, count: number): number => offset + Math.floor((count - 1 - offset) / limit) * limit

export function oneDocument(found: JsonRows, url: string): Document {
  if (found.data.length === 0) throw notFound()
  return oneOrNothing(found, url)
}

/** The document of a relation to one row; `data` is null without a row. */
export const oneOrNothing = (found: JsonRows, url: string): Document => [
  opening,
  found.data[0] ?? 'null',
  ...includedOf(found),
  `,"links":{"self":{"href":${JSON.stringify(url)}}}}`,
]

export const notFound = (): RequestFault => new RequestFault({ kind: 'not_found', detail: 'Pyydettyä entiteettiä ei löydy' })
