import type { z } from 'zod'
import { maxEuros } from '../values/money.ts'
import { firstValidMoment, lastMoment } from '../values/time/time.ts'

/**
 * The kinds of fields that an entity can have. A kind determines the TypeScript type, the database column, the JSON on the wire and
 * the accepted values. No field is ever null: empty text is '', no date is 0
 * (rules/values.md#moments), an empty list is []. Only coordinates may be missing (null).
 */
type Common = {
  /** The label in forms, history and fault messages. */
  label: string
  /** Set by the server; another value from a client is rejected. */
  readOnly?: boolean
  /** May be set when the row is created, and never changed. */
  once?: boolean
}

export type TextField = Common & {
  kind: 'text' | 'area'
  default: string
  max: number
  required?: boolean
  /** Longer text is truncated rather than rejected (rules/orders.md#billing-fields: the billing name). */
  cut?: boolean
  /**
   * No two rows have the same value, except removed rows and empty text: true, or the Finnish sentence shown instead of
   * "<label> on jo käytössä". Enforced by the unique index `<entity>_<field>` in the database.
   */
  unique?: true | string
  /** Returns the stored form, or a Finnish sentence about the fault. Not called for empty text. */
  check?: (text: string) => { value: string } | { fault: string }
}
export type NumberField = Common & {
  kind: 'integer' | 'decimal' | 'money'
  default: number
  min: number
  max: number
  /** The number of stored decimals. */
  scale: number
  /** A display unit, which the label names: `per` stored units are one display unit. `stored` describes the stored unit in the OpenAPI document. */
  shown?: { per: number; decimals: number; stored: string }
  /** Whole minutes, shown and typed as a time of day (`6.30`, from midnight) or as a length (`8 h 30 min`). */
  minutes?: 'timeOfDay' | 'duration'
  /** 0 is shown as an empty field: no time, rather than midnight. */
  zeroIsNone?: true
}
export type CoordinateField = Common & { kind: 'coordinate'; default: null; min: number; max: number }
export type FlagField = Common & { kind: 'flag'; default: boolean }
export type MomentField = Common & {
  /** Unix seconds; 0 for none. A `day` is local midnight in Helsinki. */
  kind: 'moment' | 'day'
  default: number
}
export type ChoiceField<V extends string = string> = Common & { kind: 'choice'; default: V; values: Readonly<Record<V, string>> }
export type ChoicesField<V extends string = string> = Common & {
  kind: 'choices'
  default: readonly V[]
  values: Readonly<Record<V, string>>
  /** Values that are accepted and ignored, as if they had not been sent. */
  ignored?: readonly string[]
}
export type NumbersField = Common & {
  /** A sorted list of distinct whole numbers: weekdays, or midnights in Helsinki (`days`). */
  kind: 'numbers' | 'days'
  default: readonly number[]
  min: number
  max: number
  /** The label of each number. */
  names?: Readonly<Record<number, string>>
}
export type JsonField<V = unknown> = Common & {
  /** A structure stored as a whole. It cannot be filtered or sorted by: what lists filter by has a field of its own (decision 10). */
  kind: 'json'
  default: V
  schema: z.ZodType<V>
  /** Returns the stored form, or a Finnish sentence about the fault. */
  read: (input: unknown) => { value: V } | { fault: string }
  /** The value as text, for the history. */
  show(value: V): string
  /** Values are only ever added, and never removed: it is its own history, revisions leave it out, and a change of it alone makes no version of the row. */
  appendOnly?: true
}
export type MarkField = Common & {
  /** Whether the viewer is among the people of the relation `by`: each person sets it for themselves; it has no column. */
  kind: 'mark'
  default: false
  by: string
}
export type SequenceField = Common & {
  /** A running number without gaps, assigned when the row is created; `start` is the first one. */
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
/** Stored in whole millimetres, displayed and typed in centimetres (rules/values.md#sizes). */
export const millimetres = (label: string): NumberField =>
  integer(`${label} (cm)`, { shown: { per: 10, decimals: 1, stored: 'Millimetrejä.' } })
/** Minutes from midnight; a length that passes midnight has a field of its own (`duration`). */
export const timeOfDay = (label: string, options: Pick<NumberField, 'zeroIsNone' | 'readOnly' | 'once'> = {}): NumberField =>
  integer(label, { minutes: 'timeOfDay', max: 1439, ...options })
/** A length in minutes; 0 for none. */
export const duration = (label: string, options: Options<NumberField> = {}): NumberField =>
  integer(label, { minutes: 'duration', max: 2880, zeroIsNone: true, ...options })
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
/** `fault` is the sentence for a value that does not match `schema`. */
export const json = <V>(
  label: string,
  { fault, ...shape }: Pick<JsonField<V>, 'schema' | 'default' | 'show'> & { fault: string },
  options: Pick<JsonField<V>, 'readOnly' | 'once' | 'appendOnly'> = {},
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
