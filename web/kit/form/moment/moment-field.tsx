import { Group, Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { DateField } from '../date-field.tsx'
import { TimeField } from '../time-field.tsx'
import type { TypedNumber } from '../typed-number.ts'
import { joinedMoment, momentParts } from './typed-moment.ts'

type Props = {
  label: string
  /** Unix seconds; 0 is none. A string is a text of which the day or the time cannot be parsed yet. */
  value: TypedNumber
  onChange: (value: TypedNumber) => void
  error?: ReactNode
  readOnly?: boolean
  /** In a cell of a list: the time stands below the day. */
  size?: 'xs'
  /** The day of a time that is typed without a day: a midnight; 0 is none. A time that is cleared on this day clears the moment. */
  defaultDay?: number
  /** The time of a day that is typed without a time, in minutes after midnight. */
  defaultTime?: number
  'data-path'?: string
}

/** A day and a time of day. */
export function MomentField({ label, value, onChange, error, readOnly = false, size, defaultDay = 0, defaultTime = 0, ...path }: Props) {
  const { day, time } = momentParts(value)
  const setTime = (typed: TypedNumber) =>
    onChange(joinedMoment({ day: typed === '' && day === defaultDay ? 0 : day, time: typed }, { defaultDay, defaultTime }))
  const setDay = (typed: TypedNumber) => onChange(joinedMoment({ day: typed, time: typed === 0 ? '' : time }, { defaultTime }))
  return (
    <Input.Wrapper error={error} {...path}>
      <Group gap={size ? 4 : 'sm'} align="flex-start" wrap={size ? 'wrap' : 'nowrap'}>
        <DateField
          {...(size ? { size } : {})}
          label={label}
          value={day}
          onChange={setDay}
          readOnly={readOnly}
          clearButtonProps={{ 'aria-label': `${label}: tyhjennä` }}
        />
        <TimeField
          {...(size ? { size } : {})}
          label="Kello"
          aria-label={`${label}: kello`}
          value={time}
          onChange={setTime}
          readOnly={readOnly || (day === 0 && defaultDay === 0)}
          w={92}
        />
      </Group>
    </Input.Wrapper>
  )
}
