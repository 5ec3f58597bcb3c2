/**
 * The waybill's number: a running number as 11 digits and a check digit by the 7-3-1 method of Finnish reference
 * numbers, so that one wrong digit is detected when a number is read aloud or typed from paper.
 * (finnish-bank-utils has the same sum inside its reference numbers, but drops leading zeros and has no types.)
 */

const RUNNING_DIGITS = 11
const LARGEST_RUNNING = 10 ** RUNNING_DIGITS - 1
const WEIGHTS = [7, 3, 1] as const

export function waybillNumber(running: number): string {
  if (!Number.isSafeInteger(running) || running < 1 || running > LARGEST_RUNNING) {
    throw new RangeError(`A waybill's running number is 1…${LARGEST_RUNNING}, not ${running}`)
  }
  const digits = String(running).padStart(RUNNING_DIGITS, '0')
  return digits + checkDigit(digits)
}

const shipments = 10_000_000_000
const orders = 20_000_000_000
/** Waybills of shipments have the running numbers of their rows, in a series apart from the summaries of orders. */
export const shipmentWaybillNumber = (running: number): string => waybillNumber(shipments + running)

/** The summary waybill of an order has the running number of the order, in a series of its own. */
export const orderWaybillNumber = (running: number): string => waybillNumber(orders + running)

/** Whether the text is exactly twelve digits, the last of them the right check digit. */
export function isWaybillNumber(text: string): boolean {
  if (!/^[0-9]{12}$/.test(text)) return false
  const digits = text.slice(0, RUNNING_DIGITS)
  return Number(digits) > 0 && checkDigit(digits) === text.slice(RUNNING_DIGITS)
}

/** The running number of the shipment or the order that a waybill's number names; null for other texts. */
export function readWaybillNumber(text: string): { of: 'lahetys'; running: number } | { of: 'tilaus'; running: number } | null {
  if (!isWaybillNumber(text)) return null
  const running = Number(text.slice(0, RUNNING_DIGITS))
  if (running > orders) return { of: 'tilaus', running: running - orders }
  return running > shipments ? { of: 'lahetys', running: running - shipments } : null
}

function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0)
  return String((10 - (sum % 10)) % 10)
}
