import type { Change, EntityRules, RowFault } from '../../model/define-entity.ts'
import { tilaus } from '../order/order.entity.ts'
import { customerOf, deliveryFaults } from '../shipment/delivery-record.ts'
import type { Kuittaus } from './acknowledgement.entity.ts'

/** The fields of a shipment that the receiver signs for: the place and the goods, without prices, states and drivers. */
export const signedFields = [
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
 * The text under `tarkiste`, a SHA-256 over the shipments' ids and contents, the name and the signature file, so that a later
 * change can be detected (rules/deliveries.md#checksum): the sum of the current rows then differs.
 */
export function acknowledgementText(
  row: Pick<Kuittaus, 'nimenselvennys' | 'laitteen_aika' | 'jatetty' | 'jattopaikka'>,
  related: SignedRows,
): string {
  const shipments = [...(related.lahetykset ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1))
  return JSON.stringify([
    shipments.map((shipment) => signedFields.map((field) => shipment[field])),
    row.nimenselvennys,
    row.laitteen_aika,
    (related.kuittaus ?? []).map((file) => [file.id, file.tarkiste]),
    // Added later than the other parts: signed acknowledgements must keep their sum.
    ...(row.jatetty ? [row.jattopaikka, (related.kuvat ?? []).map((file) => [file.id, file.tarkiste])] : []),
  ])
}

/** The fields that goods left without a signature require. */
export const leftFaults = ({ jattopaikka, kuvat }: { jattopaikka: string; kuvat: readonly unknown[] }): RowFault[] => [
  ...(jattopaikka === '' ? [{ field: 'jattopaikka', detail: 'Kerro, mihin tavarat jätettiin.' }] : []),
  ...(kuvat.length === 0 ? [{ field: 'kuvat', detail: 'Ota kuva jätetyistä tavaroista.' }] : []),
]

/** The receiver's name; for goods left without a signature, the place and a picture. */
function proofFaults({ before, after }: Change<Kuittaus>): RowFault[] {
  if (before)
    return JSON.stringify(before.kuvat) === JSON.stringify(after.kuvat)
      ? []
      : [{ field: 'kuvat', detail: 'Kuittauksen kuvia ei voi vaihtaa.' }]
  if (!after.jatetty) return after.nimenselvennys === '' ? [{ field: 'nimenselvennys', detail: 'Nimenselvennys on pakollinen.' }] : []
  return [
    ...leftFaults(after),
    ...(after.kuittaus === null ? [] : [{ field: 'kuittaus', detail: 'Ilman kuittausta jätetyllä ei ole allekirjoitusta.' }]),
  ]
}

type LeavingOrder = { tilausnro: unknown; saa_jattaa: unknown }

/** Goods are left without a signature only where their order allows it (rules/deliveries.md#leaving-without-signature). */
export function leavingFault(orders: readonly LeavingOrder[]): RowFault | null {
  const refusing = orders.filter(({ saa_jattaa }) => saa_jattaa !== 'kylla')
  if (refusing.length === 0) return null
  const names = new Set(refusing.map(({ tilausnro }) => `${tilaus.tunniste.prefix}-${tilausnro}`))
  return { field: 'jatetty', detail: `Tilauksen ${[...names].join(', ')} tavaroita ei saa jättää ilman kuittausta.` }
}

export const acknowledgementRules: EntityRules<Kuittaus> = {
  needs: ['lahetykset', 'kuittaus', 'kuvat'],
  derive({ before, after }, { sha256 }, related) {
    if (before) return {}
    return { tarkiste: sha256(acknowledgementText(after, related)), asiakas: customerOf(after, related) }
  },
  check: (change, _context, related) => [
    ...proofFaults(change),
    ...deliveryFaults(change, related, {
      recordIsFinal: 'Kuitattuja lähetyksiä ei voi vaihtaa.',
      oneOrder: 'Kuittaa kerralla yhden tilauksen lähetykset.',
    }),
  ],
}
