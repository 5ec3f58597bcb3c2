import { Select, type SelectProps } from '@mantine/core'
import { countries } from '#domain/values/place/countries.ts'

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & { value: string; stored: string; onChange: (code: string) => void }

/** The country code of a phone number; a stored code that is not in the list is offered as well. */
export function DialCodeField({ stored, onChange, ...props }: Props) {
  const known = Object.values(countries).map(({ name, dialcode }) => ({ value: String(dialcode), label: `+${dialcode} ${name}` }))
  const other = stored === '' || known.some(({ value }) => value === stored) ? [] : [{ value: stored, label: `+${stored}` }]
  // Touch screens have larger text in fields.
  const width = { base: 150, sm: 132 }
  return (
    <Select
      {...props}
      data={[...known, ...other]}
      allowDeselect={false}
      w={width}
      flex="none"
      onChange={(code) => code && onChange(code)}
    />
  )
}
