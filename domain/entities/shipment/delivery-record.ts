import type { Change, Related, RowFault } from '../../model/define-entity.ts'

/** A record made at the door for shipments of one order: an acknowledgement or a failed delivery (rules/deliveries.md#one-order). */
type DeliveryRecord = { asiakas: string | null; lahetykset: string[] }

const customersOf = (related: Related): unknown[] => [...new Set((related.lahetykset ?? []).map(({ asiakas }) => asiakas))]

/** The customer whose goods they are, who can read the record (rules/access.md#orders). */
export function customerOf({ asiakas }: DeliveryRecord, related: Related): string | null {
  const [customer] = customersOf(related)
  return asiakas ?? (typeof customer === 'string' ? customer : null)
}

/** A record belongs to at least one shipment, all of one order and so of one customer; its shipments cannot be changed. */
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
