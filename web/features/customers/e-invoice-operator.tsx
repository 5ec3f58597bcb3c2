import { Autocomplete, Text } from '@mantine/core'
import { eInvoiceOperator } from '#domain/values/checks.ts'
import { eInvoiceOperators } from '#domain/values/e-invoice-operators.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'

const nameOf = (code: string): string | undefined => eInvoiceOperators[code]

/** The name, if known, and the identifier: `Maventa 003721291126`. */
export const operatorText = (code: string): string => [nameOf(code), code].filter(Boolean).join(' ')

/** The typed identifier in its stored form; '' when it is not valid. */
function storedCode(typed: string): string {
  const checked = eInvoiceOperator(typed)
  return 'value' in checked ? checked.value : ''
}

/** The operator of an e-invoice address, chosen by name or typed as an identifier. */
export function EInvoiceOperator({ value, onChange, required, readOnly, ...input }: InputProps) {
  const typed = typeof value === 'string' ? value : ''
  return (
    <Autocomplete
      {...input}
      withAsterisk={required}
      readOnly={readOnly}
      autoComplete="off"
      description={nameOf(storedCode(typed)) ?? 'Valitse luettelosta tai kirjoita välittäjän tunnus.'}
      data={Object.keys(eInvoiceOperators)}
      filter={({ options, search }) => {
        const text = search.trim().toLocaleLowerCase('fi')
        return options.filter((option) => 'value' in option && operatorText(String(option.value)).toLocaleLowerCase('fi').includes(text))
      }}
      renderOption={({ option }) => (
        <span>
          {nameOf(option.value)}{' '}
          <Text span c="dimmed" size="sm">
            {option.value}
          </Text>
        </span>
      )}
      value={typed}
      onChange={onChange}
    />
  )
}
