import { expect, test } from 'vitest'
import { clientAddress, trustedProxies } from './client-address.ts'

test.each([
  ['loopback', '127.0.0.1', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '10.0.0.1', false],
  ['loopback', undefined, false],
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['192.0.2.7', '192.0.2.7', true],
  ['2001:db8::/32', '2001:db8:5::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['linklocal', 'fe80::1%eth0', true],
  ['uniquelocal', '172.20.0.1', true],
])('a proxy of %s at %s: %s', (name, address, expected) => {
  expect(trustedProxies([name])(address)).toBe(expected)
})

test('no address is a proxy when none is configured', () => {
  expect(trustedProxies([])('127.0.0.1')).toBe(false)
})

test('clients are distinguished by address', () => {
  expect(clientAddress({ ip: '::ffff:192.0.2.1' })).toBe(clientAddress({ ip: '192.0.2.1' }))
  expect(clientAddress({ ip: '2001:db8::1' })).toBe(clientAddress({ ip: '2001:db8::ffff' }))
  expect(clientAddress({ ip: '192.0.2.1' })).not.toBe(clientAddress({ ip: '192.0.2.2' }))
})
