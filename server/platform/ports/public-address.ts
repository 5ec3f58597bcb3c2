import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The IPv6 addresses assigned for public use (IANA). ipaddr.js calls addresses outside of it unicast too. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public internet: not of this machine, a private network, a link, a test range or a tunnel. An IPv4 address
 * mapped into IPv6 is judged as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return !(parsed instanceof ipaddr.IPv6) || ((parsed.zoneId ?? '') === '' && parsed.match(publicIpv6))
}

/** A name resolves to an address that is not public. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

type Resolve = (hostname: string, callback: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void

const resolveAll: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback)

/**
 * A lookup for the option `lookup` of node:net, tls and https: the connection goes to the very addresses that were checked, so that a name whose
 * answer changes after an earlier check leads nowhere. Refused when any of the addresses is not public.
 */
export const publicLookup =
  (resolve: Resolve = resolveAll): LookupFunction =>
  (hostname, { all }, callback) =>
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) return callback(error, [])
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddressError(hostname), [])
      if (all) return callback(null, [...addresses])
      return callback(null, first.address, first.family)
    })
