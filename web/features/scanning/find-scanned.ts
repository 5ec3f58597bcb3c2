import type { QueryClient } from '@tanstack/react-query'
import type { ScannedCode } from '#domain/features/scanning/scanned-code.ts'
import { CallFault } from '#web/data/fault.ts'
import { list } from '#web/data/json-api.ts'
import type { Delivery } from '../deliveries/delivery.ts'

/** An order, and its shipment where the code names one. */
export type ScanResult = { order: string; shipment: string | null }

const isDelivery = (value: unknown): value is Delivery =>
  typeof value === 'object' && value !== null && 'order' in value && 'shipments' in value && Array.isArray(value.shipments)

function matches({ order, shipments }: Delivery, code: ScannedCode): ScanResult | null {
  if (code.of === 'tilaus') {
    const isIt =
      'id' in code ? order.id === code.id : 'number' in code ? order.tilausnro === code.number : order.drupal_internal__id === code.running
    return isIt ? { order: order.id, shipment: null } : null
  }
  const shipment = shipments.find(({ drupal_internal__id }) => drupal_internal__id === code.running)
  return shipment ? { order: order.id, shipment: shipment.id } : null
}

/** Among the deliveries that the device has stored for the day. */
function findOnDevice(client: QueryClient, code: ScannedCode): ScanResult | null {
  const queries = client.getQueryCache().findAll({ queryKey: ['entity', 'tilaus', 'one'] })
  for (const { state } of queries) {
    const found = isDelivery(state.data) ? matches(state.data, code) : null
    if (found) return found
  }
  return null
}

const quiet = [0, 404, 422, 500, 502, 503, 504]

async function askServer(code: ScannedCode): Promise<ScanResult | null> {
  if (code.of === 'lahetys') {
    const fields = { lahetys: ['tilaus'] } as const
    const { rows } = await list('lahetys', { filter: { drupal_internal__id: code.running }, page: { limit: 1 }, fields }, { quiet })
    const [row] = rows
    return row?.tilaus ? { order: row.tilaus, shipment: row.id } : null
  }
  const filter = 'id' in code ? { id: code.id } : 'number' in code ? { tilausnro: code.number } : { drupal_internal__id: code.running }
  const { rows } = await list('tilaus', { filter, page: { limit: 1 }, fields: { tilaus: ['tilausnro'] } }, { quiet })
  return rows[0] ? { order: rows[0].id, shipment: null } : null
}

export const notYours = 'Koodilla ei löytynyt kuljetusta, joka on sinulla. Tarkista koodi tai ota yhteys ajojärjestelyyn.'
export const notOnDevice = 'Kuljetusta ei ole haettu tälle laitteelle. Kokeile uudelleen, kun yhteys palaa.'

/** The order that a code names, without a network those of the day. Otherwise the reason in Finnish. */
export async function findScanned(client: QueryClient, code: ScannedCode): Promise<ScanResult | string> {
  const known = findOnDevice(client, code)
  if (known) return known
  try {
    return (await askServer(code)) ?? notYours
  } catch (failure) {
    if (!(failure instanceof CallFault)) throw failure
    return failure.status === 0 || failure.status >= 500 ? notOnDevice : notYours
  }
}
