import { isIPv6 } from 'node:net'

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))

/** The eight groups of an IPv6 address, without leading zeros. */
function ipv6Groups(address: string): string[] {
  // The URL parser normalises the notation of an address.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]/`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')]
  return [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
}

/** `::ffff:192.0.2.1` is an IPv4 address that came in over IPv6. */
const unmapped = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has to itself. */
export function subscriberOf(address: string): string {
  const plain = unmapped(address)
  return isIPv6(plain) ? `${ipv6Groups(plain).slice(0, 4).join(':')}::` : plain
}

/** An address truncated so that it does not identify the subscriber: the /24 of IPv4, the /48 of IPv6. */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  return isIPv6(plain) ? `${ipv6Groups(plain).slice(0, 3).join(':')}::` : plain.replace(/\.\d+$/, '.0')
}
