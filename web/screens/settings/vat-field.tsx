import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { startOfDay } from '#domain/values/time/time.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { DateField } from '#web/kit/form/date-field.tsx'
import { NumberField } from '#web/kit/form/number-field.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { nowSeconds } from '#web/session/clock.ts'

/** A rate as it is typed. */
type TypedRate = { alkaen: TypedNumber; prosentti: TypedNumber }

const isRate = (value: unknown): value is TypedRate =>
  typeof value === 'object' && value !== null && 'alkaen' in value && 'prosentti' in value

/** The rates of VAT, each with the day on which it begins. */
export function VatField({ value, onChange, error, 'data-path': path }: InputProps) {
  const rates = Array.isArray(value) ? value.filter(isRate) : []
  const change = (at: number, changed: Partial<TypedRate>) =>
    onChange(rates.map((rate, index) => (index === at ? { ...rate, ...changed } : rate)))
  return (
    <Input.Wrapper
      label="Verokannat"
      labelElement="div"
      description="Verokanta valitaan toimituspäivän mukaan."
      error={error}
      data-path={path}
    >
      <Stack gap="xs" mt="xs">
        {rates.map(({ alkaen, prosentti }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rates have no id, and a row keeps its place while it is typed
          <Group key={index} gap="sm" align="flex-end" wrap="nowrap">
            <DateField label="Alkaen" value={alkaen} onChange={(day) => change(index, { alkaen: day })} />
            <NumberField
              label="Verokanta"
              decimals={2}
              rightSection="%"
              w={120}
              value={prosentti}
              onChange={(percent) => change(index, { prosentti: percent })}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Poista verokanta ${index + 1}`}
              disabled={rates.length === 1}
              onClick={() => onChange(rates.filter((_, other) => other !== index))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => onChange([...rates, { alkaen: startOfDay(nowSeconds()), prosentti: '' }])}
          >
            Lisää verokanta
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}
