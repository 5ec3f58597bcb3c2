import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type DatedRow, rowAt } from '#domain/features/settings/dated-rows.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { DateField } from '#web/kit/form/date-field.tsx'
import { NumberField } from '#web/kit/form/number-field.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { nowSeconds } from '#web/session/clock.ts'

/** What a table of rules by day consists of. */
export type DatedRows = {
  label: string
  description: string
  /** One row, as the buttons name it: `verokanta`. */
  row: string
  /** The figures beside the day, by their names in the row. */
  columns: readonly { key: string; label: string; decimals?: number; unit?: string; width?: number; isText?: boolean }[]
}

/** A row as it is typed: a number, or a text that is not one yet. */
type TypedRow = { readonly [key: string]: unknown }

const isRow = (value: unknown): value is TypedRow => typeof value === 'object' && value !== null && 'alkaen' in value
const typedOf = (value: unknown): TypedNumber => (typeof value === 'number' || typeof value === 'string' ? value : '')
const isDated = (row: TypedRow): row is TypedRow & DatedRow => typeof row.alkaen === 'number'

/** A table of rules, each row with the day from which it holds (rules/settings.md#rules-by-day). */
export function DatedRowsField({ input, rows: { label, description, row: name, columns } }: { input: InputProps; rows: DatedRows }) {
  const { value, onChange, error, 'data-path': path } = input
  const rows = Array.isArray(value) ? value.filter(isRow) : []
  const dated = rows.filter(isDated).toSorted((a, b) => a.alkaen - b.alkaen)
  const current = rowAt(dated, nowSeconds())
  const change = (at: number, changed: TypedRow) => onChange(rows.map((row, index) => (index === at ? { ...row, ...changed } : row)))
  const blank = { alkaen: startOfDay(nowSeconds()), ...Object.fromEntries(columns.map(({ key }) => [key, ''])) }
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error} data-path={path}>
      <Stack gap="sm" mt="xs">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and a row keeps its place while it is typed
          <Group key={index} gap="sm" align="flex-end">
            <DateField label="Alkaen" w={150} value={typedOf(row.alkaen)} onChange={(day) => change(index, { alkaen: day })} />
            {columns.map(({ key, label, decimals = 0, unit, width = 120, isText = false }) =>
              isText ? (
                <TextInput
                  key={key}
                  label={label}
                  w={width}
                  maw="100%"
                  value={String(row[key] ?? '')}
                  onChange={(event) => change(index, { [key]: event.currentTarget.value })}
                />
              ) : (
                <NumberField
                  key={key}
                  label={label}
                  decimals={decimals}
                  rightSection={unit}
                  w={width}
                  value={typedOf(row[key])}
                  onChange={(number) => change(index, { [key]: number })}
                />
              ),
            )}
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Poista ${name} ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => onChange(rows.filter((_, other) => other !== index))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
            {row === current && (
              <Text size="sm" c="dimmed" lh="36px">
                Voimassa nyt
              </Text>
            )}
          </Group>
        ))}
        <Group>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onChange([...rows, blank])}>
            {`Lisää ${name}`}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}
