import type { Change, Related, RowFault } from '../../model/define-entity.ts'

/** What is written down at the door of some shipments of one order: that they were received, or why not (rules/deliveries.md#one-order). */
type DeliveryRecord = { asiakas: string | null; lahetykset: string[] }

const customersOf = (related: Related): unknown[] => [...new Set((related.lahetykset ?? []).map(({ asiakas }) => asiakas))]

/** Whose goods they are: that customer sees the record (rules/access.md#orders). */
export function customerOf({ asiakas }: DeliveryRecord, related: Related): string | null {
  const [customer] = customersOf(related)
  return asiakas ?? (typeof customer === 'string' ? customer : null)
}

/** A record is of some shipments, of those for good, and of one order's, so of one customer. */
export function deliveryFaults(
  { before, after }: Change<DeliveryRecord>,
  related: Related,
  { recordIsFinal, oneOrder }: { recordIsFinal: string; oneOrder: string },
): RowFault[] {
  if (after.lahetykset.length === 0) return [{ field: 'lahetykset', detail: 'Valitse ainakin yksi lähetys.' }]
  if (before) {
    const same = JSON.stringify(before.lahetykset) === JSON.stringify(after.lahetykset)
    return same ? [] : [{ field: 'lahetykset', detail: recordIsFinal }]
  }
  const orders = new Set((related.lahetykset ?? []).map(({ tilaus }) => tilaus))
  if (orders.size > 1) return [{ field: 'lahetykset', detail: oneOrder }]
  return customersOf(related).some((customer) => customer !== after.asiakas)
    ? [{ field: 'asiakas', detail: 'Asiakas on eri kuin lähetyksillä.' }]
    : []
}
