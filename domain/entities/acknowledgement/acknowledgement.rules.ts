import type { EntityRules } from '../../define-entity.ts'
import { customerOf, deliveryFaults } from '../shipment/delivery-record.ts'
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

type SignedRows = Readonly<Record<string, readonly (Readonly<Record<string, unknown>> & { id: string })[]>>

/**
 * The text under `tarkiste`, a SHA-256 over the shipments' ids and contents, the name and the signature file, so that a
 * later change shows (RULES section 4). Made anew from today's rows it gives another sum when something has changed.
 */
export function acknowledgementText(row: Pick<Kuittaus, 'nimenselvennys' | 'laitteen_aika'>, related: SignedRows): string {
  const shipments = [...(related.lahetykset ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1))
  return JSON.stringify([
    shipments.map((shipment) => signedFields.map((field) => shipment[field])),
    row.nimenselvennys,
    row.laitteen_aika,
    (related.kuittaus ?? []).map((file) => [file.id, file.tarkiste]),
  ])
}

export const acknowledgementRules: EntityRules<Kuittaus> = {
  needs: ['lahetykset', 'kuittaus'],
  derive({ before, after }, { sha256 }, related) {
    if (before) return {}
    return { tarkiste: sha256(acknowledgementText(after, related)), asiakas: customerOf(after, related) }
  },
  check: (change, _context, related) =>
    deliveryFaults(change, related, {
      kept: 'Kuitattuja lähetyksiä ei voi vaihtaa.',
      oneOrder: 'Kuittaa kerralla yhden tilauksen lähetykset.',
    }),
}
