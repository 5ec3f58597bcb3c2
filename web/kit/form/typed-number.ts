import { useState } from 'react'
import { parseNumber, numberFault as textFault } from '#domain/values/number.ts'

/** A field's content while it is typed: a value, or a text that cannot be parsed yet, which the form rejects and the draft keeps. */
export type TypedNumber = number | string

/** A typed number; 0 for a text that cannot be parsed. */
export const numberOf = (typed: TypedNumber): number => (typeof typed === 'number' ? typed : (parseNumber(typed, 20) ?? 0))

/** A Finnish sentence when the text is not a number with at most so many decimals, else null. */
export function numberFault(typed: TypedNumber, decimals: number): string | null {
  return typeof typed === 'number' || typed.trim() === '' ? null : textFault(typed, decimals)
}

type Reading = {
  value: TypedNumber
  /** The value of an empty field. */
  empty: TypedNumber
  /** Parses the text; null when it cannot be parsed. */
  read: (text: string) => number | null
  write: (value: number) => string
}

/**
 * The text of a field that is parsed while it is typed: it stays as typed until the field is left, and is then formatted.
 * A text that cannot be parsed stays, and is `unreadable` once the field has been left.
 */
export function useTypedText({ value, empty, read, write }: Reading) {
  const [typed, setTyped] = useState<string | null>(null)
  const meant = (text: string): TypedNumber => (text.trim() === '' ? empty : (read(text) ?? text))
  // The typed text is dropped when the value changes from elsewhere: a draft discarded, a day picked.
  const current = typed !== null && meant(typed) === value ? typed : null
  return {
    text: current ?? (typeof value === 'string' ? value : write(value)),
    unreadable: current === null && typeof value === 'string' && value.trim() !== '' && read(value) === null,
    type: (text: string): TypedNumber => {
      setTyped(text)
      return meant(text)
    },
    leave: () => setTyped(null),
  }
}
