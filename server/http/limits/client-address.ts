import { BlockList, isIPv6 } from 'node:net'
import { subscriberOf } from '#server/auth/network-address.ts'

/**
 * The key by which a client's calls are counted: an IPv6 network of /64 is one client. A call through a Unix domain socket has no
 * address.
 */
export const clientAddress = ({ ip }: { ip?: string | undefined }): string => (ip === undefined ? '' : subscriberOf(ip))

/** Networks by the names that Express and Fastify use. */
const networks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Returns a function that checks whether an address is one of the proxies in TRUST_PROXY; throws when the list is invalid. */
export function trustedProxies(list: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList()
  for (const network of list.flatMap((name) => networks[name] ?? [name])) {
    const [address = '', prefix] = network.split('/')
    if (prefix === undefined) trusted.addAddress(address, family(address))
    else trusted.addSubnet(address, Number(prefix), family(address))
  }
  return (address) => {
    if (address === undefined) return false
    const [plain = ''] = address.split('%')
    return trusted.check(plain, family(plain))
  }
}
