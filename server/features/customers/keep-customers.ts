import { RequestFault } from '#domain/errors.ts'
import type { LookUp } from '#server/entities/engine.ts'
import { type BusyCustomer, customersWithWork, lockCustomers } from './queries.ts'

/** A customer with open or uninvoiced orders cannot be removed: the work would continue, and no invoice would be sent for it. */
export const keepCustomersWithWork: LookUp = async (runner, changes) => {
  const removed = changes.filter(({ before, after }) => before?.status === 1 && after.status === 0).map(({ after }) => after.id)
  if (removed.length === 0) return undefined
  // A save of an order locks its customer (`mustExist` of the order's rules): the lock waits for it, so that its order is counted.
  await lockCustomers(runner, removed)
  const busyCustomers = await customersWithWork(runner, removed)
  if (busyCustomers.length > 0) throw new RequestFault(busyCustomers.map((busy) => ({ kind: 'invalid', detail: refusal(busy) })))
  return undefined
}

const refusal = ({ name, tilauksia }: BusyCustomer): string =>
  tilauksia === 1
    ? `Asiakkaalla ${name} on 1 tilaus kesken tai laskuttamatta. Toimita, peruuta tai laskuta se ensin.`
    : `Asiakkaalla ${name} on ${tilauksia} tilausta kesken tai laskuttamatta. Toimita, peruuta tai laskuta ne ensin.`
