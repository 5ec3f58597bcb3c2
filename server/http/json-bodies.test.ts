import { beforeAll, describe, expect, test } from 'vitest'
import { type SharedServer, sharedServer } from '../testing/shared-server.ts'
import type { Person } from '../testing/test-server.ts'
import { base64BodyText, refuseExcessiveJson } from './json-bodies.ts'

let server: SharedServer
let admin: Person
beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
})

const check = (json: string) => refuseExcessiveJson(Buffer.from(json))

describe('before JSON is parsed', () => {
  test('thirty levels are accepted, more are refused', () => {
    expect(() => check('['.repeat(30) + ']'.repeat(30))).not.toThrow()
    expect(() => check('[{"a":'.repeat(16))).toThrow('liikaa sisäkkäisiä')
  })

  test('brackets and commas within texts are not counted, also in texts with escapes', () => {
    expect(() => check(JSON.stringify({ [`"\\${'['.repeat(100)}`]: `\\"${',['.repeat(200_000)}\\` }))).not.toThrow()
    expect(() => check(`"${'['.repeat(100)}`)).not.toThrow()
    expect(() => check(`"\\\\"${'['.repeat(31)}`)).toThrow('liikaa sisäkkäisiä')
  })

  test.each(['ä', '\\u0041', '\\n'])('a long text of %s is refused, as it cannot be base64', (piece) => {
    expect(() => base64BodyText(Buffer.from(`{"kuva":"${piece.repeat(1024 * 1024)}"}`))).toThrow('ei ole base64-muodossa')
  })

  test('a large body must consist of one long field', () => {
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`kuva${index}`, 'A'.repeat(36_000)]))
    expect(() => base64BodyText(Buffer.from(JSON.stringify(fields)))).toThrow('liian suuri')
  })

  test('base64 is accepted, with slashes escaped as PHP does, and with short other fields', () => {
    const body = JSON.stringify({ kuvaus: 'Ovi "ä"\n', kuva: 'QU/D'.repeat(300_000) })
    for (const json of [body, body.replaceAll('/', '\\/')]) expect(JSON.parse(base64BodyText(Buffer.from(json)))).toEqual(JSON.parse(body))
  })

  test('elements are counted, keys included', () => {
    expect(() => check(JSON.stringify(Array(99_000).fill(0)))).not.toThrow()
    expect(() => check(JSON.stringify(Array(100_002).fill(0)))).toThrow('liikaa tietoja')
    expect(() => check(`{${'"a":0,'.repeat(60_000)}`)).toThrow('liikaa tietoja')
    expect(() => check('[],'.repeat(60_000))).toThrow('liikaa tietoja')
  })
})

const deep = '['.repeat(1_000_000)
const wide = `[${'0,'.repeat(500_000)}0]`

test.each([
  ['/jsonapi/tilaus_entity/tilaus_entity', 'application/vnd.api+json'],
  ['/jsonapi/operations', 'application/vnd.api+json'],
  ['/api/avoimet_tilaukset', 'application/json'],
  ['/api/import-tilaus-csv', 'application/json'],
  ['/api/kuva', 'application/json'],
])('%s refuses what is too deep or too wide with 400 and a sentence', async (url, type) => {
  const known = server.app.routeList.some((route) => route.url === url && [route.method].flat().includes('POST'))
  expect(known, url).toBe(true)
  for (const [body, sentence] of [
    [deep, 'Pyynnössä on liikaa sisäkkäisiä tietoja.'],
    [wide, 'Pyynnössä on liikaa tietoja. Lähetä ne useammassa osassa.'],
  ] as const) {
    const answer = await admin.call('POST', url, body, { 'content-type': type })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(sentence)
  }
})

test('a body that is not JSON is refused too', async () => {
  expect((await admin.call('POST', '/api/avoimet_tilaukset', '{"a":')).status).toBe(400)
  expect((await admin.call('POST', '/api/avoimet_tilaukset', '')).status).toBe(400)
  expect((await admin.call('POST', '/api/avoimet_tilaukset', 'a', { 'content-type': 'text/plain' })).status).toBe(415)
})
