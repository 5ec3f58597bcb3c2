import type { CallFault } from '#web/data/fault.ts'

/** The key of a fault that concerns no field. */
export const otherFault = ''

/** A rejected call's sentences by the fields of a small form; the others together under `otherFault`. */
export function faultsByField(fault: CallFault, fields: readonly string[]): Record<string, string> {
  const listed = fault.errors.length > 0 ? fault.errors : [{ detail: fault.message, pointer: '' }]
  const found: Record<string, string> = {}
  for (const { detail, pointer = '' } of listed) {
    const name = pointer.split('/').at(-1) ?? ''
    const field = fields.includes(name) ? name : otherFault
    found[field] = found[field] ? `${found[field]} ${detail}` : detail
  }
  return found
}
