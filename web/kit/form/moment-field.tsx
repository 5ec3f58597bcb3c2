import { Group, Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { atTime, minuteOfDay, startOfDay } from '#domain/values/time/time.ts'
import { DateField } from './date-field.tsx'
import { TimeField } from './time-field.tsx'
import type { TypedNumber } from './typed-number.ts'

type Props = {
  label: string
  /** Unix seconds; 0 is none. A string is a text that is not a day yet. */
  value: TypedNumber
  onChange: (value: TypedNumber) => void
  error?: ReactNode
  readOnly?: boolean
  /** In a cell of a list: the time stands below the day. */
  size?: 'xs'
  'data-path'?: string
}

/** A day and a time of day; without a time it is the day's midnight. */
export function MomentField({ label, value, onChange, error, readOnly = false, size, ...path }: Props) {
  const isKnown = typeof value === 'number' && value !== 0
  const setTime = (minutes: TypedNumber) => {
    if (isKnown && typeof minutes === 'number') onChange(atTime(value, Math.floor(minutes / 60), minutes % 60))
  }
  const setDay = (day: TypedNumber) => {
    const minutes = isKnown ? minuteOfDay(value) : 0
    onChange(typeof day === 'number' && day !== 0 ? atTime(day, Math.floor(minutes / 60), minutes % 60) : day)
  }
  return (
    <Input.Wrapper error={error} {...path}>
      <Group gap={size ? 4 : 'sm'} align="flex-start" wrap={size ? 'wrap' : 'nowrap'}>
        <DateField
          {...(size ? { size } : {})}
          label={label}
          value={isKnown ? startOfDay(value) : value}
          onChange={setDay}
          readOnly={readOnly}
          clearButtonProps={{ 'aria-label': `${label}: tyhjennä` }}
        />
        <TimeField
          {...(size ? { size } : {})}
          label="Kello"
          aria-label={`${label}: kello`}
          value={isKnown ? minuteOfDay(value) : ''}
          onChange={setTime}
          readOnly={readOnly || !isKnown}
          w={92}
        />
      </Group>
    </Input.Wrapper>
  )
}
