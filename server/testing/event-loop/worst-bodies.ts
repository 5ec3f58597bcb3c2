// The bodies of a signed-in user that are known to need the most work for their size, for tests and for `npm run bench`.
import { randomUUID } from 'node:crypto'
import { registry } from '#domain/model/registry.ts'

export type WorstBody = {
  name: string
  url: string
  /** Of the answer: it shows how far the body was processed. */
  status: number
  make: () => string
}

const orderType = `${registry.tilaus.group}--${registry.tilaus.bundle}`
const shipmentType = `${registry.lahetys.group}--${registry.lahetys.bundle}`
const megabytes = (count: number) => count * 1024 * 1024
const largest = megabytes(2) - 1000

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const atomic = '/jsonapi/operations'
const bulk = '/api/bulk-operation'
const changes = '/api/muutokset'
const marks = '\u0301\u0316'
const fill = (piece: string, size = largest) => piece.repeat(Math.floor(size / Buffer.byteLength(piece)))
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const operations = (list: readonly unknown[]) => JSON.stringify({ 'atomic:operations': list })
const keys = (count: number) => many(count, (index) => `"k${index}":0`).join(',')

/** An order with the largest number of shipments that a call accepts, with long texts. */
function wholeOrder(customerId: string): string {
  const id = randomUUID()
  const words = 'Äänekosken ässä, ovi 3. '.repeat(10)
  const line = {
    type: shipmentType,
    attributes: {
      maara: 2,
      pituus: 1200,
      leveys: 800,
      korkeus: 1000,
      yksikkopaino: 10,
      viite: words,
      kuvaus: words,
      viesti: words.repeat(4),
    },
    relationships: { tilaus: { data: { type: orderType, id } } },
  }
  return operations([
    { op: 'add', data: { type: orderType, id, attributes: { asiakas_id: customerId } } },
    ...many(999, () => ({ op: 'add', data: { ...line, id: randomUUID() } })),
  ])
}

const changeOf = (rows: number, values = {}) => ({
  id: randomUUID(),
  rows: many(rows, () => ({ entityType: 'lahetys', id: randomUUID(), vid: 1, values })),
})

/** Refused before they are parsed. */
export const unparsedBodies: ReadonlySet<string> = new Set([
  'deep',
  'wide',
  'quotation marks',
  'a picture in pieces',
  'a picture of quotation marks',
  'a picture of escapes',
  'a picture of letters',
])

/** For a user of this customer's, or an administrator, and one of its shipments. */
export function worstBodies({ customerId, lahetys }: { customerId: string; lahetys: string }): WorstBody[] {
  const attributes = (json: string) => `{"data":{"type":"${orderType}","attributes":{"asiakas_id":"${customerId}",${json}}}}`
  const message = (json: string) => attributes(`"laskutus_viesti":${json}`)
  const picture = (json: string) => `{"lahetys":"${lahetys}","kuva":${json}}`
  const file = (text: string) => JSON.stringify({ asiakas_id: customerId, base64: Buffer.from(text).toString('base64'), tarkista: true })
  const bodies: [string, string, number, () => string][] = [
    ['deep', orders, 400, () => fill('[')],
    ['wide', orders, 400, () => `[${fill('0,')}0]`],
    ['as wide as may be', orders, 400, () => `{"data":[${fill('0,', 199_000)}0]}`],
    ['unknown fields', orders, 422, () => attributes(keys(49_000))],
    ['unknown fields of a call', '/api/hintalaskuri', 422, () => `{${keys(49_000)}}`],
    ['one field again and again', orders, 201, () => message(`""${fill(',"laskutus_viesti":""', 480_000)}`)],
    ['a long text', orders, 422, () => message(`"${fill('ä')}"`)],
    ['a text of spaces', orders, 422, () => message(`"a${fill(' ')}a"`)],
    ['a text of combining marks', orders, 201, () => message(`"${fill(marks)}"`)],
    ['texts of combining marks', orders, 201, () => message(`"a"${fill(`,"laskutus_viesti":"a${marks.repeat(1000)}"`)}`)],
    [
      'a reason of combining marks',
      bulk,
      200,
      () => `{"entityType":"lahetys","ids":["${lahetys}"],"operation":"unpublish","params":{"syy":"a${fill(marks)}"}}`,
    ],
    ['escapes', orders, 422, () => message(`"${fill('\\u0061')}"`)],
    ['quotation marks', orders, 400, () => message(`"${fill('\\"')}"`)],
    ['a number of two million digits', orders, 201, () => attributes(`"hinta":0.${fill('9')}`)],
    ['large numbers', orders, 400, () => `{"data":[${fill('1e308,', 290_000)}0]}`],
    [
      'a thousand faulty operations',
      atomic,
      422,
      () => operations(many(1000, () => ({ op: 'add', data: { type: orderType, attributes: { a: 1, b: 2, c: 3 } } }))),
    ],
    [
      'the same lid a thousand times',
      atomic,
      422,
      () => operations(many(1000, () => ({ op: 'add', data: { lid: 'x'.repeat(1800), type: orderType } }))),
    ],
    ['an order with 999 shipments', atomic, 200, () => wholeOrder(customerId)],
    [
      'too many ids',
      bulk,
      422,
      () => JSON.stringify({ entityType: 'lahetys', ids: many(40_000, () => randomUUID()), operation: 'publish' }),
    ],
    ['a thousand changes of five rows', changes, 200, () => JSON.stringify({ changes: many(1000, () => changeOf(5)) })],
    ['a change of five thousand rows', changes, 200, () => JSON.stringify({ changes: [changeOf(5000)] })],
    ['changes with unknown fields', changes, 200, () => JSON.stringify({ changes: [changeOf(1, JSON.parse(`{${keys(49_000)}}`))] })],
    ['the largest picture, which is none', '/api/kuva', 415, () => picture(`"${'A'.repeat(megabytes(33))}"`)],
    ['a picture in pieces', '/api/kuva', 413, () => picture(JSON.stringify(many(900, () => 'A'.repeat(36_000))))],
    ['a picture of quotation marks', '/api/kuva', 400, () => picture(`"${fill('\\"', megabytes(33))}"`)],
    ['a picture of escapes', '/api/kuva', 400, () => picture(`"${fill('\\u0041', megabytes(33))}"`)],
    ['a picture of letters', '/api/kuva', 400, () => picture(`"${fill('ä', megabytes(33))}"`)],
    ['a file of separators', '/api/import-tilaus-csv', 422, () => file(';'.repeat(megabytes(5)))],
    ['a file of combining marks', '/api/import-tilaus-csv', 200, () => file(`kuvaus\n${`a${marks.repeat(10_000)}\n`.repeat(60)}`)],
  ]
  return bodies.map(([name, url, status, make]) => ({ name, url, status, make }))
}
