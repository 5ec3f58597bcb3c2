import { CallFault } from '../fault.ts'

/**
 * What came of sending an item. `unreachable`: nothing can be sent now; `unanswered`: no answer came to it; `later`: this item cannot be sent
 * now; `interrupted`: something else goes first. A CallFault: it was rejected.
 */
export type SendAttempt = 'sent' | 'passedOn' | 'unreachable' | 'unanswered' | 'later' | 'interrupted' | CallFault

export const unsendable = 'Tietoja ei voitu lähettää tältä laitteelta. Ota yhteys ajojärjestelyyn ja tee sama tarvittaessa uudelleen.'

/** Answers that every item would get: nothing else is tried now, so that a busy server gets no more uploads. */
const concernsAll: readonly number[] = [401, 408, 429, 502, 503, 504]

/** What came of sending that threw. */
export function failed(failure: unknown): SendAttempt {
  if (!(failure instanceof CallFault)) return new CallFault(422, [{ detail: unsendable }])
  if (failure.status === 0) return 'unanswered'
  if (concernsAll.includes(failure.status)) return 'unreachable'
  // A retry may succeed without any change.
  return failure.status >= 500 ? 'later' : failure
}
