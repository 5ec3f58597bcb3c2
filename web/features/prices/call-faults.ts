import { type CallFault, refusalText } from '#web/data/fault.ts'

/** The faults of a call by the last part of their field; `general` for those of no field, and for an answer that did not come. */
export function faultsByField(fault: CallFault): Readonly<Record<string, string>> {
  const named = fault.errors.flatMap(({ pointer, detail }) => (pointer ? [[pointer.split('/').at(-1) ?? '', detail] as const] : []))
  return named.length > 0 ? Object.fromEntries(named) : { general: refusalText(fault) }
}
