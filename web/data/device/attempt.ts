import { CallFault } from '../fault.ts'

/**
 * What came of sending an item. `unreachable`: nothing can be sent now; `later`: this item cannot; `interrupted`: something else goes first. A
 * CallFault: it was rejected.
 */
export type SendAttempt = 'sent' | 'passedOn' | 'unreachable' | 'later' | 'interrupted' | CallFault

export const unsendable = 'Tietoja ei voitu lähettää tältä laitteelta. Ota yhteys ajojärjestelyyn ja tee sama tarvittaessa uudelleen.'

/** Statuses that would be the same for every item: nothing else needs to be tried now. */
const concernsAll: readonly number[] = [0, 401, 408, 429, 502, 503, 504]
/** Whether a retry may succeed without any change. */
const mayPass = ({ status }: CallFault): boolean => concernsAll.includes(status) || status >= 500

/** What came of sending that threw. */
export function failed(failure: unknown): SendAttempt {
  if (!(failure instanceof CallFault)) return new CallFault(422, [{ detail: unsendable }])
  if (!mayPass(failure)) return failure
  return concernsAll.includes(failure.status) ? 'unreachable' : 'later'
}
