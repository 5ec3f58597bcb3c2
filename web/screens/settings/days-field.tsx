import { TagsInput } from '@mantine/core'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'

const wholeNumber = /^\d{1,4}$/

/** Numbers of days, each a tag; the most first, as people count down to a day. */
export function DaysField({ label, description, value, onChange, error, onBlur, 'data-path': path }: InputProps) {
  const days = Array.isArray(value) ? value.map(Number) : []
  return (
    <TagsInput
      {...{ label, error, onBlur }}
      {...(description ? { description } : {})}
      placeholder="Lisää päiviä"
      inputMode="numeric"
      value={days.toSorted((a, b) => b - a).map(String)}
      onChange={(tags) => onChange([...new Set(tags.filter((tag) => wholeNumber.test(tag)).map(Number))].sort((a, b) => a - b))}
      acceptValueOnBlur
      splitChars={[',', ' ', ';']}
      data-path={path}
    />
  )
}
