import type { z } from 'zod'
import { maxEuros } from '../values/money.ts'
import { firstValidMoment, lastMoment } from '../values/time/time.ts'

/**
 * The kinds of field that an entity can have. A kind fixes four things at once: the TypeScript type, the database
 * column, the JSON on the wire and what is accepted. No field is ever null: empty text is '', no date is 0
 * (rules/values.md#moments), an empty list is []. Only coordinates may be missing (null).
 */
type Common = {
  /** What people call it: form label, history, fault messages. */
  label: string
  /** Kept by the server; a client that sends another value is refused. */
  readOnly?: boolean
  /** May be given when the row is made, never changed after. */
  once?: boolean
}

export type TextField = Common & {
  kind: 'text' | 'area'
  default: string
  max: number
  required?: boolean
  /** Longer text is cut rather than refused (rules/orders.md#billing-fields: the billing name). */
  cut?: boolean
  /**
   * No two rows have the same value, removed rows and empty text aside: true, or the Finnish sentence that is said instead of
   * "<label> on jo käytössä". The unique index `<entity>_<field>` in the database sees to it.
   */
  unique?: true | string
  /** Gives the stored form, or a Finnish sentence saying what is wrong. Not asked of empty text. */
  check?: (text: string) => { value: string } | { fault: string }
}
export type NumberField = Common & {
  kind: 'integer' | 'decimal' | 'money'
  default: number
  min: number
  max: number
  /** Decimals kept. */
  scale: number
}
export type CoordinateField = Common & { kind: 'coordinate'; default: null; min: number; max: number }
export type FlagField = Common & { kind: 'flag'; default: boolean }
export type MomentField = Common & {
  /** Unix seconds; 0 is none. A `day` is local midnight in Helsinki. */
  kind: 'moment' | 'day'
  default: number
}
export type ChoiceField<V extends string = string> = Common & { kind: 'choice'; default: V; values: Readonly<Record<V, string>> }
export type ChoicesField<V extends string = string> = Common & {
  kind: 'choices'
  default: readonly V[]
  values: Readonly<Record<V, string>>
  /** Values that are taken and left out, as if they had not been sent. */
  ignored?: readonly string[]
}
export type NumbersField = Common & {
  /** A list of whole numbers, each once, the smallest first: numbers of weekdays, or midnights in Helsinki (`days`). */
  kind: 'numbers' | 'days'
  default: readonly number[]
  min: number
  max: number
  /** What people call each number. */
  names?: Readonly<Record<number, string>>
}
export type JsonField<V = unknown> = Common & {
  /** A small structure that the row owns whole. Not filtered or sorted by: what lists look for has a field of its own (decision 10). */
  kind: 'json'
  default: V
  schema: z.ZodType<V>
  /** Gives the stored form, or a Finnish sentence saying what is wrong. */
  read: (input: unknown) => { value: V } | { fault: string }
  /** In words, for the history. */
  show(value: V): string
}
export type MarkField = Common & {
  /** Whether the viewer is among the people of the relation `by`: written by each for themselves, no column of its own. */
  kind: 'mark'
  default: false
  by: string
}
export type SequenceField = Common & {
  /** A running number without gaps, given when the row is made; `start` is the first one. */
  kind: 'sequence'
  default: 0
  start: number
  readOnly: true
}

export type Field =
  | TextField
  | NumberField
  | CoordinateField
  | FlagField
  | MomentField
  | ChoiceField
  | ChoicesField
  | NumbersField
  | JsonField
  | MarkField
  | SequenceField

/** The TypeScript value of a field. */
export type ValueOf<F> =
  F extends ChoiceField<infer V>
    ? V
    : F extends ChoicesField<infer V>
      ? V[]
      : F extends JsonField<infer V>
        ? V
        : F extends { kind: 'text' | 'area' }
          ? string
          : F extends { kind: 'numbers' | 'days' }
            ? number[]
            : F extends { kind: 'flag' | 'mark' }
              ? boolean
              : F extends { kind: 'coordinate' }
                ? number | null
                : number

type Options<F extends Field> = Partial<Omit<F, 'kind' | 'label' | 'values'>>

export const text = (label: string, options: Options<TextField> = {}): TextField => ({
  kind: 'text',
  label,
  default: '',
  max: 255,
  ...options,
})
export const area = (label: string, options: Options<TextField> = {}): TextField => ({
  kind: 'area',
  label,
  default: '',
  max: 10_000,
  ...options,
})
export const integer = (label: string, options: Options<NumberField> = {}): NumberField => ({
  kind: 'integer',
  label,
  default: 0,
  min: 0,
  max: 2_147_483_647,
  scale: 0,
  ...options,
})
export const decimal = (label: string, options: Options<NumberField> = {}): NumberField => ({
  kind: 'decimal',
  label,
  default: 0,
  min: 0,
  max: 99_999_999,
  scale: 2,
  ...options,
})
/** Euros without VAT. */
export const money = (label: string, options: Options<NumberField> = {}): NumberField => ({
  kind: 'money',
  label,
  default: 0,
  min: 0,
  max: maxEuros,
  scale: 2,
  ...options,
})
export const coordinate = (label: string, limit: 90 | 180, options: Options<CoordinateField> = {}): CoordinateField => ({
  kind: 'coordinate',
  label,
  default: null,
  min: -limit,
  max: limit,
  ...options,
})
export const flag = (label: string, options: Options<FlagField> = {}): FlagField => ({ kind: 'flag', label, default: false, ...options })
export const moment = (label: string, options: Options<MomentField> = {}): MomentField => ({
  kind: 'moment',
  label,
  default: 0,
  ...options,
})
export const day = (label: string, options: Options<MomentField> = {}): MomentField => ({ kind: 'day', label, default: 0, ...options })
export const choice = <V extends string>(
  label: string,
  values: Readonly<Record<V, string>>,
  initial: NoInfer<V>,
  options: Options<ChoiceField<V>> = {},
): ChoiceField<V> => ({ kind: 'choice', label, values, default: initial, ...options })
export const choices = <V extends string>(
  label: string,
  values: Readonly<Record<V, string>>,
  initial: readonly NoInfer<V>[] = [],
  options: Options<ChoicesField<V>> = {},
): ChoicesField<V> => ({ kind: 'choices', label, values, default: initial, ...options })
export const numbers = (label: string, names: Readonly<Record<number, string>>): NumbersField => {
  const known = Object.keys(names).map(Number)
  return { kind: 'numbers', label, default: [], names, min: Math.min(...known), max: Math.max(...known) }
}
/** Midnights in Helsinki, as unix seconds. */
export const days = (label: string): NumbersField => ({ kind: 'days', label, default: [], min: firstValidMoment, max: lastMoment })
/** `fault` is what is said of a value that does not fit `schema`. */
export const json = <V>(
  label: string,
  { fault, ...shape }: Pick<JsonField<V>, 'schema' | 'default' | 'show'> & { fault: string },
  options: Pick<JsonField<V>, 'readOnly' | 'once'> = {},
): JsonField<V> => ({
  kind: 'json',
  label,
  read: (input) => {
    const { success, data } = shape.schema.safeParse(input)
    return success ? { value: data } : { fault }
  },
  ...shape,
  ...options,
})
export const mark = (label: string, by: string): MarkField => ({ kind: 'mark', label, default: false, by })
export const sequence = (label: string, start: number): SequenceField => ({ kind: 'sequence', label, default: 0, start, readOnly: true })
