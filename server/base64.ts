import { RequestFault } from '#domain/errors.ts'

/** The base64 of a field, which may be a data URL; `what` it holds, for the fault. */
export function base64Of(given: string, { field, what }: { field: string; what: string }): string {
  const text = given.startsWith('data:') ? given.slice(given.indexOf(',') + 1) : given
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new RequestFault({ kind: 'invalid', pointer: `/${field}`, detail: `${what} ei ole kelvollista base64:ää.` })
  return text
}
