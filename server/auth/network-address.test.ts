import { expect, test } from 'vitest'
import { networkOf, subscriberOf } from './network-address.ts'

test('one subscriber counts as one address, in any notation', () => {
  expect(subscriberOf('203.0.113.7')).toBe('203.0.113.7')
  expect(subscriberOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(subscriberOf('::ffff:203.10.113.77')).toBe('203.10.113.77')
  expect(subscriberOf('2001:db8:0:12::1')).toBe('2001:db8:0:12::')
  expect(subscriberOf('2001:0DB8:0000:0012:ffff:1:2:3')).toBe('2001:db8:0:12::')
  expect(subscriberOf('fe80::1%eth0')).toBe('fe80:0:0:0::')
  expect(subscriberOf('2001::3:4:5:6:7')).toBe('2001:0:0:3::')
  expect(subscriberOf('64:ff9b::ffff:203.0.113.7')).toBe('64:ff9b:0:0::')
  expect(subscriberOf('::1')).toBe('0:0:0:0::')
})

test('a logged network does not identify the subscriber', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.0')
  expect(networkOf('203.0.113.77')).toBe('203.0.113.0')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.0')
  expect(networkOf('2001:db8:1:12:ffff:1:2:3')).toBe('2001:db8:1::')
})
