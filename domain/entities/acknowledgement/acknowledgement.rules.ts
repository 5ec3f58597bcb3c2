import type { EntityRules, Related, RowFault } from '../../define-entity.ts'
import type { Kuittaus } from './acknowledgement.entity.ts'

/** What of a shipment was signed for: where to, and what. Prices, states and drivers are none of the receiver's. */
const signedFields = [
  'id',
  'toimitus_nimi',
  'toimitus_osoite1',
  'toimitus_postinro',
  'toimitus_postitmp',
  'viite',
  'tyyppi',
  'maara',
  'pituus',
  'leveys',
  'korkeus',
  'yksikkopaino',
  'kuvaus',
] as const

/**
 * The text under `tarkiste`, a SHA-256 over the shipments' ids and contents, the name and the signature file, so that a
 * later change shows (RULES section 4). Made anew from today's rows it gives another sum when something has changed.
 */
export function acknowledgementText(row: Pick<Kuittaus, 'nimenselvennys' | 'laitteen_aika'>, related: Related): string {
  const shipments = [...(related.lahetykset ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1))
  return JSON.stringify([
    shipments.map((shipment) => signedFields.map((field) => shipment[field])),
    row.nimenselvennys,
    row.laitteen_aika,
    (related.kuittaus ?? []).map((file) => [file.id, file.tarkiste]),
  ])
}

const customersOf = (related: Related): unknown[] => [...new Set((related.lahetykset ?? []).map(({ asiakas }) => asiakas))]

export const acknowledgementRules: EntityRules<Kuittaus> = {
  needs: ['lahetykset', 'kuittaus'],
  derive({ before, after }, { sha256 }, related) {
    if (before) return {}
    const [customer] = customersOf(related)
    return {
      tarkiste: sha256(acknowledgementText(after, related)),
      // Whose goods they were: that customer sees the signature (RULES section 2).
      asiakas: after.asiakas ?? (typeof customer === 'string' ? customer : null),
    }
  },
  check: ({ before, after }, _context, related) => [
    ...(after.lahetykset.length === 0 ? [{ field: 'lahetykset', detail: 'Valitse ainakin yksi lähetys.' }] : []),
    ...(before && JSON.stringify(before.lahetykset) !== JSON.stringify(after.lahetykset)
      ? [{ field: 'lahetykset', detail: 'Kuitattuja lähetyksiä ei voi vaihtaa.' }]
      : []),
    ...(before ? [] : ownerFaults(after, related)),
  ],
}

/** One signature is for shipments of one order (RULES section 4), and so of one customer. */
function ownerFaults(after: Kuittaus, related: Related): RowFault[] {
  const orders = new Set((related.lahetykset ?? []).map(({ tilaus }) => tilaus))
  if (orders.size > 1) return [{ field: 'lahetykset', detail: 'Kuittaa kerralla yhden tilauksen lähetykset.' }]
  return customersOf(related).some((customer) => customer !== after.asiakas)
    ? [{ field: 'asiakas', detail: 'Asiakas on eri kuin lähetyksillä.' }]
    : []
}
