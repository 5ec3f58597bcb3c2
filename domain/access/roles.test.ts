import { describe, expect, test } from 'vitest'
import { clientGroupOf, knownRoles, profileKindOf, type Role } from './roles.ts'

test('unknown and pseudo roles are ignored, and asiakas_yllapito needs asiakas', () => {
  expect(knownRoles(['authenticated', 'anonymous', 'administrator'])).toEqual([])
  expect(knownRoles(['asiakas_yllapito'])).toEqual([])
  expect(knownRoles(['asiakas_yllapito', 'asiakas', 'authenticated'])).toEqual(['asiakas', 'asiakas_yllapito'])
  expect(knownRoles(['huolto', 'kuljettaja', 'yllapito', 'yllapito'])).toEqual(['yllapito', 'kuljettaja', 'huolto'])
})

describe('sign-in', () => {
  test.each<[Role[], string, string]>([
    [['yllapito', 'kuljettaja', 'asiakas'], 'yllapito', 'yllapito'],
    [['kuljettaja', 'asiakas'], 'kuljettaja', 'kuljettaja'],
    [['huolto'], 'kuljettaja', 'kuljettaja'],
    [['asiakas', 'asiakas_yllapito'], 'asiakas_yllapito', 'asiakas'],
    [['asiakas'], 'asiakas', 'asiakas'],
  ])('%j uses the client of %s and the profile of %s', (held, client, profile) => {
    expect(clientGroupOf(held)).toBe(client)
    expect(profileKindOf(held)).toBe(profile)
  })
})
