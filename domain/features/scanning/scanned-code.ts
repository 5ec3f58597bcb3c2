import { readWaybillNumber } from '../waybills/number.ts'

/**
 * What a code of a waybill or a label, or a typed number, names: an order by its id (the QR code), by its number (`T-1042`) or by its running number
 * (the number of a summary waybill), or a shipment by its running number (`L-17`, the number of a waybill, the bar code of a label).
 */
export type ScannedCode =
  | { of: 'tilaus'; id: string }
  | { of: 'tilaus'; number: number }
  | { of: 'tilaus'; running: number }
  | { of: 'lahetys'; running: number }

const page = /\/kuittaa\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]|$)/i
/** A label's code: the twelve digits of the waybill and four of the package (waybills/labels.ts). */
const label = /^(\d{12})\d{4}$/
const typed = /^(?:([tl])-?)?(\d{1,9})$/i

/** Null for other codes. The host of a QR code does not matter: waybills are printed with the address of their day. */
export function readScannedCode(text: string): ScannedCode | null {
  const trimmed = text.trim()
  const [, id] = page.exec(trimmed) ?? []
  if (id) return { of: 'tilaus', id: id.toLowerCase() }
  const digits = trimmed.replace(/[\s]/g, '')
  const waybill = readWaybillNumber(label.exec(digits)?.[1] ?? digits)
  if (waybill) return waybill
  const [, kind, number] = typed.exec(digits) ?? []
  if (number === undefined || Number(number) === 0) return null
  return kind?.toLowerCase() === 'l' ? { of: 'lahetys', running: Number(number) } : { of: 'tilaus', number: Number(number) }
}
