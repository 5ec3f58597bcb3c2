// Orders, deliveries and failed deliveries through the server's calls, for tests of later steps.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, Person } from './test-server.ts'

export const orderType = 'tilaus_entity--tilaus_entity'
export const shipmentType = 'lahetys_entity--lahetys'
const addressType = 'osoite_entity--postiosoite'
export const groupType = 'tilaus_ryhma--tilaus_ryhma'
const acknowledgementType = 'v_o_kuittaus_entity--v_o_kuittaus_entity'

export type MadeOrder = { id: string; tunniste: string; shipments: string[] }

export async function operations(who: Person, list: readonly unknown[]): Promise<Answer> {
  return who.call('POST', '/jsonapi/operations', { 'atomic:operations': list })
}

/** Makes an order of the customer, with a shipment for each of the attribute objects. */
export async function placeOrder(
  customer: Person,
  rows: readonly Record<string, unknown>[] = [{}],
  order: Record<string, unknown> = {},
): Promise<MadeOrder> {
  const id = randomUUID()
  const answer = await operations(customer, [
    { op: 'add', data: { type: orderType, id, attributes: order } },
    ...rows.map((attributes) => ({
      op: 'add',
      data: { type: shipmentType, attributes, relationships: { tilaus: { data: { type: orderType, id } } } },
    })),
  ])
  expect(answer.status, answer.text).toBe(200)
  const [head, ...lines] = answer.body['atomic:results']
  return { id, tunniste: head.data.attributes.tunniste, shipments: lines.map((line: { data: { id: string } }) => line.data.id) }
}

export async function assignDriver(admin: Person, driver: Person, shipments: readonly string[]): Promise<void> {
  const relationships = { kuljettaja: { data: { type: 'user--user', id: driver.id } } }
  const answer = await operations(
    admin,
    shipments.map((id) => ({ op: 'update', data: { type: shipmentType, id, relationships } })),
  )
  expect(answer.status, answer.text).toBe(200)
}

/** `terminal`: the place of the goods when the new state is `siirretty`. */
export async function setState(who: Person, shipments: readonly string[], tila: string, terminal?: string): Promise<void> {
  const place = terminal === undefined ? {} : { relationships: { nykyinen_osoite: { data: { type: addressType, id: terminal } } } }
  const answer = await operations(
    who,
    shipments.map((id) => ({ op: 'update', data: { type: shipmentType, id, attributes: { tila }, ...place } })),
  )
  expect(answer.status, answer.text).toBe(200)
}

/** Makes a group of the customer's orders with a joint price of 500,50 €; returns its id. */
export async function groupOrders(admin: Person, customer: string, orders: readonly string[]): Promise<string> {
  const id = randomUUID()
  const answer = await grouping(admin, id, customer, orders)
  expect(answer.status, answer.text).toBe(200)
  return id
}

/** Tries to make a group of orders; returns the answer. */
export const grouping = (who: Person, id: string, customer: string, orders: readonly string[]): Promise<Answer> =>
  operations(who, [
    { op: 'add', data: { type: groupType, id, attributes: { asiakas_id: customer, hinta: 500.5 } } },
    ...orders.map((order) => ({
      op: 'update',
      data: { type: orderType, id: order, relationships: { tilaus_ryhma: { data: { type: groupType, id } } } },
    })),
  ])

/** Makes an order that is ordered, assigned, picked up and delivered. */
export async function deliveredOrder(
  { admin, customer, driver }: { admin: Person; customer: Person; driver: Person },
  rows: readonly Record<string, unknown>[] = [{}],
  order: Record<string, unknown> = {},
): Promise<MadeOrder> {
  const made = await placeOrder(customer, rows, order)
  await assignDriver(admin, driver, made.shipments)
  await setState(driver, made.shipments, 'kuljetuksessa')
  await setState(driver, made.shipments, 'toimitettu')
  return made
}

export const signatureField = 'v_o_kuittaus_entity/v_o_kuittaus_entity/kuittaus'

export function uploadFile(who: Person, bytes: Uint8Array, filename: string, headers: Record<string, string> = {}, field = signatureField) {
  return who.call('POST', `/file/upload/${field}`, Buffer.from(bytes), {
    'content-type': 'application/octet-stream',
    'content-disposition': `file; filename="${filename}"`,
    ...headers,
  })
}

const shipmentsOf = (ids: readonly string[]) => ({ data: ids.map((id) => ({ type: shipmentType, id })) })

/** The operations of a delivery: the signature, and the delivered state of its shipments. */
export const acknowledgementOperations = (shipments: readonly string[], file: string, attributes: Record<string, unknown> = {}) => [
  {
    op: 'add',
    data: {
      type: acknowledgementType,
      attributes: { nimenselvennys: 'Virpi Vastaanottaja', laitteen_aika: 1_794_999_940, ...attributes },
      relationships: { lahetykset: shipmentsOf(shipments), kuittaus: { data: { type: 'file--file', id: file } } },
    },
  },
  ...shipments.map((id) => ({ op: 'update', data: { type: shipmentType, id, attributes: { tila: 'toimitettu' } } })),
]

const failureType = 'toimituspoikkeama_entity--toimituspoikkeama_entity'

/** The operations of a failed delivery: the reason, and the shipments that wait for a decision. */
export function failedDeliveryOperations(
  shipments: readonly string[],
  attributes: Record<string, unknown> = {},
  photos: readonly string[] = [],
) {
  const id = randomUUID()
  const kuvat = { data: photos.map((photo) => ({ type: 'file--file', id: photo })) }
  const poikkeama = { data: { type: failureType, id } }
  return [
    { op: 'add', data: { type: failureType, id, attributes, relationships: { lahetykset: shipmentsOf(shipments), kuvat } } },
    ...shipments.map((shipment) => ({
      op: 'update',
      data: { type: shipmentType, id: shipment, attributes: { tila: 'myohassa' }, relationships: { poikkeama } },
    })),
  ]
}

export const acknowledge = (who: Person, ...parameters: Parameters<typeof acknowledgementOperations>): Promise<Answer> =>
  operations(who, acknowledgementOperations(...parameters))
export const failDelivery = (who: Person, ...parameters: Parameters<typeof failedDeliveryOperations>): Promise<Answer> =>
  operations(who, failedDeliveryOperations(...parameters))
