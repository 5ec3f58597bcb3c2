// An accounting system with books of its own: what it has taken, whatever it answers.
import type { InvoiceProviderName, OutgoingInvoice, SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'
import { providerTraits } from '#domain/features/invoicing/providers/provider-traits.ts'
import { type InvoiceProvider, noLimits } from '#server/platform/ports/accounting/invoice-provider.ts'

/** taken; refused and busy: not taken; lost: taken, but the answer does not come; late: the same, taken at `bookLate`; down: no answer, not taken. */
export type ProviderMood = 'taken' | 'refused' | 'busy' | 'lost' | 'late' | 'down'

export type AccountingStub = InvoiceProvider & {
  /** Every invoice that it has taken, the same one twice when it was sent twice and it has no key. */
  books: OutgoingInvoice[]
  /** All calls, taken or not. */
  calls: OutgoingInvoice[]
  /** Takes what was sent in the mood `late` without looking for it again. */
  bookLate: () => void
  mood: (invoice: OutgoingInvoice) => ProviderMood
}

export const refusal = 'Asiakkaan Y-tunnus ei kelpaa.'

export function accountingStub(name: InvoiceProviderName): AccountingStub {
  const { isRepeatable } = providerTraits[name]
  const isKnown = (stub: AccountingStub, invoice: OutgoingInvoice): boolean =>
    isRepeatable && stub.books.some(({ number }) => number === invoice.number)
  const take = (stub: AccountingStub, invoice: OutgoingInvoice): string => {
    if (!isKnown(stub, invoice)) stub.books.push(structuredClone(invoice))
    return `${name}-${invoice.number}`
  }
  const late: OutgoingInvoice[] = []
  const stub: AccountingStub = {
    name,
    repeatAfter: name === 'fivaldi' ? 120 : 0,
    limits: noLimits,
    books: [],
    calls: [],
    bookLate: () => void stub.books.push(...late.splice(0)),
    mood: () => 'taken',
    async send(invoice): Promise<SendOutcome> {
      stub.calls.push(structuredClone(invoice))
      switch (stub.mood(invoice)) {
        case 'taken':
          return { kind: 'sent', providerId: take(stub, invoice) }
        case 'refused':
          return { kind: 'refused', message: refusal }
        case 'busy':
          return { kind: 'retry', message: 'Liian monta pyyntöä.', afterSeconds: 0 }
        case 'lost':
          take(stub, invoice)
          return { kind: 'unknown', message: 'Vastausta ei tullut.' }
        case 'late':
          if (!isKnown(stub, invoice)) late.push(structuredClone(invoice))
          return { kind: 'unknown', message: 'Vastausta ei tullut.' }
        case 'down':
          return { kind: 'unknown', message: 'Vastausta ei tullut.' }
      }
    },
    test: async () => ({ works: true, message: 'Yhteys toimii.' }),
  }
  return stub
}
