import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { dayOf, midnightOf, parseDay } from '#domain/values/time.ts'

type Props = Omit<DateInputProps, 'value' | 'defaultValue' | 'onChange' | 'dateParser' | 'valueFormat'> & {
  /** Unix seconds of midnight in Helsinki; 0 is none. */
  value?: number
  onChange?: (value: number) => void
}

/** A day, typed as `1.2.2026` or `1.2.` or picked; on the form it is what the wire wants. */
export function DateField({ value = 0, onChange, ...props }: Props) {
  return (
    <DateInput
      clearable
      leftSection={<IconCalendar size={18} aria-hidden />}
      placeholder="pp.kk.vvvv"
      valueFormat="dd D.M.YYYY"
      dateParser={(text) => parseDay(text.replace(/^\s*\p{L}+\s+/u, ''), Date.now() / 1000)}
      {...props}
      value={value === 0 ? null : dayOf(value)}
      onChange={(day) => onChange?.(day ? midnightOf(day) : 0)}
    />
  )
}
