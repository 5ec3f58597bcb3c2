import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { lahetys } from '#domain/entities/shipment/shipment.entity.ts'
import { type TimeWindowKey, timeWindowKeys } from '#domain/entities/shipment/shipment.times.ts'
import { MomentField } from '#web/kit/form/moment/moment-field.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import type { OrderValues } from '../order-values.ts'
import type { TypedWindows } from './order-notes.ts'
import { useMayPlan } from './use-may-plan.ts'

/** The end of a window that has a day but no time: the whole day is within it. */
const lastMinute = 23 * 60 + 59

type Props = {
  form: UseFormReturnType<OrderValues>
  /** `ajat`, or `rows.2.own.ajat`. */
  path: string
  value: TypedWindows
  /** A time typed without a day is of this day: a midnight; 0 is none. */
  wishedDay: number
}

/** When the goods may be picked up and delivered (rules/planning-board.md#times-of-shipments). */
export function TimeWindows({ form, path, value, wishedDay }: Props) {
  const isSet = timeWindowKeys.some((key) => value[key] !== 0)
  const [opened, setOpened] = useState(false)
  if (!isSet && !opened) {
    return (
      <Group style={{ gridColumn: '1 / -1' }}>
        <Button variant="subtle" size="compact-md" leftSection={<IconClock size={18} aria-hidden />} onClick={() => setOpened(true)}>
          Lisää kellonajat
        </Button>
      </Group>
    )
  }
  const field = (key: TimeWindowKey) => (
    <MomentField
      key={key}
      label={lahetys.fields[key].label}
      defaultDay={wishedDay}
      defaultTime={key.endsWith('_loppu') ? lastMinute : 0}
      value={value[key]}
      error={form.errors[`${path}.${key}`]}
      data-path={`${path}.${key}`}
      onChange={(typed) => {
        form.clearFieldError(`${path}.${key}`)
        form.setFieldValue(`${path}.${key}`, typed)
      }}
    />
  )
  return (
    <div style={{ gridColumn: '1 / -1' }}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {timeWindowKeys.map(field)}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt={6}>
        Tyhjä aika: mihin aikaan tahansa. Ilman päivää kellonaika on toivottuna toimituspäivänä.
      </Text>
    </div>
  )
}

type PromiseProps = {
  form: UseFormReturnType<OrderValues>
  /** `luvattu_aika`, or `rows.2.own.luvattu_aika`. */
  path: string
  label?: string
  value: TypedNumber
  /** A time typed without a day is of this day: a midnight; 0 is none. */
  wishedDay: number
}

/** When the goods are promised to be there, which a dispatcher sets (rules/planning-board.md#times-of-shipments). */
export function PromisedTime({ form, path, label = lahetys.fields.luvattu_aika.label, value, wishedDay }: PromiseProps) {
  if (!useMayPlan()) return null
  return (
    <MomentField
      label={label}
      defaultDay={wishedDay}
      value={value}
      error={form.errors[path]}
      data-path={path}
      onChange={(typed) => {
        form.clearFieldError(path)
        form.setFieldValue(path, typed)
      }}
    />
  )
}
