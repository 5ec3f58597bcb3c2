import { useState } from 'react'
import { parseNumber, numberFault as textFault } from '#domain/values/number.ts'

/** What a field holds while it is typed: its value, or the text that is none yet, which its form refuses and its draft keeps. */
export type TypedNumber = number | string

/** A typed number; what is none counts as nothing. */
export const numberOf = (typed: TypedNumber): number => (typeof typed === 'number' ? typed : (parseNumber(typed, 20) ?? 0))

/** A Finnish sentence when the text is no number of at most so many decimals, else null. */
export function numberFault(typed: TypedNumber, decimals: number): string | null {
  return typeof typed === 'number' || typed.trim() === '' ? null : textFault(typed, decimals)
}

type Reading = {
  value: TypedNumber
  /** What an empty field holds. */
  empty: TypedNumber
  /** The text as a value; null when it is none. */
  read: (text: string) => number | null
  write: (value: number) => string
}

/**
 * The text of a field that is read while it is typed: it stands as it is typed until the field is left, then as it is
 * written. What cannot be read stays, and is `unreadable` once the field has been left.
 */
export function useTypedText({ value, empty, read, write }: Reading) {
  const [typed, setTyped] = useState<string | null>(null)
  const meant = (text: string): TypedNumber => (text.trim() === '' ? empty : (read(text) ?? text))
  // What was typed holds no more once the value has changed from elsewhere: a draft thrown away, a day picked.
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
