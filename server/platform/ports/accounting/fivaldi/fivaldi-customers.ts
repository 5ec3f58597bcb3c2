import { z } from 'zod'
import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { answerOf, optionalText, Stopped, unexpected } from './fivaldi-answer.ts'
import type { FivaldiApi } from './fivaldi-api.ts'
import { cached, cacheTime } from './fivaldi-cache.ts'
import { externalIdOf, fivaldiCustomer } from './fivaldi-order.ts'

const customer = z.object({ customerId: optionalText, businessId: optionalText, externalId: optionalText })
const customers = z.array(customer)

type CustomerOf = (buyer: OutgoingInvoice['buyer'], signal: AbortSignal) => Promise<string>

/** Finds the id of a buyer in Fivaldi's register, or adds it there. */
export function fivaldiCustomers(call: FivaldiApi, root: string): CustomerOf {
  const customerIds = cached(async (signal) => {
    const ids = new Map<string, string>()
    for (const { customerId, businessId, externalId } of answerOf(
      await call({ method: 'GET', path: `${root}/customers` }, signal),
      customers,
    ))
      for (const key of [businessId, externalId]) if (key !== '' && customerId !== '') ids.set(key, customerId)
    return ids
  })

  /** Customers that are being added: invoices of one customer that are sent at the same time add it once. */
  const added = new Map<string, Promise<string>>()

  function customerOf(buyer: OutgoingInvoice['buyer'], signal: AbortSignal): Promise<string> {
    const underWay = added.get(buyer.customerId) ?? findOrAddCustomer(buyer, signal).finally(() => added.delete(buyer.customerId))
    added.set(buyer.customerId, underWay)
    return underWay
  }

  /** The customer with our id or the Y-tunnus, else a new one. */
  async function findOrAddCustomer(buyer: OutgoingInvoice['buyer'], signal: AbortSignal): Promise<string> {
    const keys = [externalIdOf(buyer.customerId), buyer.businessId].filter((key) => key !== '')
    const idIn = (ids: ReadonlyMap<string, string>) => keys.map((key) => ids.get(key)).find((id) => id !== undefined)
    const known = idIn(await customerIds(cacheTime, signal)) ?? idIn(await customerIds(0, signal))
    if (known !== undefined) return known
    // A repeat after a lost answer finds the customer in the register.
    const made = await call({ method: 'POST', path: `${root}/customers/createCustomer`, json: fivaldiCustomer(buyer) }, signal)
    const { customerId } = answerOf(made, customer)
    if (customerId === '') throw new Stopped(unexpected)
    const ids = await customerIds(cacheTime, signal)
    for (const key of keys) ids.set(key, customerId)
    return customerId
  }

  return customerOf
}
