import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { PrivateAddressError, publicLookup } from './public-address.ts'

/** How long the whole call may take, in milliseconds. */
const timeout = 5000
/** Bytes of an answer. */
const maxAnswer = 65_536

type PublicRequest = { url: string; headers: Readonly<Record<string, string>>; body: Buffer }

/** How the call connects; other than the default only in tests. */
export type Connecting = { lookup: LookupFunction /** Trusted instead of the usual authorities. */; ca?: string }

/**
 * POSTs to an address that a person has given (rules/integrations.md#outgoing-addresses): https to a public address, checked as the connection is
 * made; no redirects, 5 s, 64 kB. Returns the status; throws when there is no answer.
 */
export function postToPublic(
  { url, headers, body }: PublicRequest,
  { lookup, ca }: Connecting = { lookup: publicLookup() },
): Promise<number> {
  const target = new URL(url)
  return new Promise((resolve, reject) => {
    // node:net calls `lookup` for names only, so an address is checked here.
    if (target.protocol !== 'https:' || isIP(target.hostname.replace(/^\[|\]$/g, '')) !== 0) {
      reject(new PrivateAddressError(target.hostname))
      return
    }
    const sent = request(target, {
      method: 'POST',
      headers,
      lookup,
      // A new connection for each call: a connection that is kept alive would not be checked again.
      agent: false,
      signal: AbortSignal.timeout(timeout),
      ...(ca === undefined ? {} : { ca }),
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      let length = 0
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > maxAnswer) sent.destroy(new Error('The answer is too long'))
      })
      answer.on('error', reject)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.end(body)
  })
}
