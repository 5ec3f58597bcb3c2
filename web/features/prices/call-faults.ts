import type { CallFault } from '#web/data/fault.ts'

/** The faults of a call by the last part of their field; `general` for those of no field, and for an answer that did not come. */
export function faultsByField({ status, message, errors }: CallFault): Readonly<Record<string, string>> {
  if (status === 0) return { general: 'Palvelin ei vastannut. Yritä uudelleen.' }
  const named = errors.flatMap(({ pointer, detail }) => (pointer ? [[pointer.split('/').at(-1) ?? '', detail] as const] : []))
  return named.length > 0 ? Object.fromEntries(named) : { general: message }
}
