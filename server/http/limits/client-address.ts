import { BlockList, isIPv6 } from 'node:net'
import { subscriberOf } from '#server/auth/network-address.ts'

/**
 * The key under which what a client does is counted: an IPv6 network of /64 is one client. A call through a socket of the file
 * system has no address.
 */
export const clientAddress = ({ ip }: { ip?: string | undefined }): string => (ip === undefined ? '' : subscriberOf(ip))

/** Networks by the names that Express and Fastify know. */
const networks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether an address is one of the proxies that TRUST_PROXY names; throws when the list holds something else. */
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
