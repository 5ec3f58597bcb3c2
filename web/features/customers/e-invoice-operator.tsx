import { Autocomplete, Text } from '@mantine/core'
import { eInvoiceOperator } from '#domain/values/checks.ts'
import { eInvoiceOperators } from '#domain/values/e-invoice-operators.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'

const nameOf = (code: string): string | undefined => eInvoiceOperators[code]

/** `Maventa 003721291126`: an operator by its name, where it is known. */
export const operatorText = (code: string): string => [nameOf(code), code].filter(Boolean).join(' ')

/** An operator that is typed, as it is stored. */
function storedCode(typed: string): string {
  const checked = eInvoiceOperator(typed)
  return 'value' in checked ? checked.value : ''
}

/** The operator of an e-invoice address: chosen by name, or an identifier that is typed. */
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
