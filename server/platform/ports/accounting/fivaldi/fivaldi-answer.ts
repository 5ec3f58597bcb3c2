import { z } from 'zod'
import type { SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'
import type { CallOutcome } from '../accounting-call.ts'

/** A text or a number; '' when it is missing. */
export const optionalText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))

/** A sending that ends before anything was sent: what to answer. */
export class Stopped extends Error {
  readonly outcome: SendOutcome

  constructor(outcome: SendOutcome) {
    super('message' in outcome ? outcome.message : outcome.kind)
    this.outcome = outcome
  }
}

export const unexpected: SendOutcome = { kind: 'retry', message: 'Fivaldi vastasi odottamattomasti.', afterSeconds: 300 }

/** The answer of a call that changes nothing, or whose repeat is harmless. */
export function answerOf<T>(outcome: CallOutcome, shape: z.ZodType<T>): T {
  if (outcome.kind === 'done') {
    const answer = shape.safeParse(outcome.body)
    if (answer.success) return answer.data
    throw new Stopped(unexpected)
  }
  if (outcome.kind === 'refused') throw new Stopped({ kind: 'refused', message: outcome.message })
  throw new Stopped(retryOf(outcome))
}

export function retryOf(outcome: { message: string; afterSeconds?: number }): SendOutcome {
  return { kind: 'retry', message: outcome.message, afterSeconds: outcome.afterSeconds ?? 60 }
}
