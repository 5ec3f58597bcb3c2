import { CloseButton, type CloseButtonProps, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { dayOf, formatDate, formatDay, midnightOf, parseDay } from '#domain/values/time.ts'
import { nowSeconds } from '../session/token.ts'
import { type Typed, useTypedText } from './typed.ts'

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** Unix seconds of midnight in Helsinki; 0 is none. */
  value?: Typed
  onChange?: (value: Typed) => void
  clearButtonProps?: CloseButtonProps & { 'aria-label': string }
}

const calendarLabels = {
  previousMonth: 'Edellinen kuukausi',
  nextMonth: 'Seuraava kuukausi',
  previousYear: 'Edellinen vuosi',
  nextYear: 'Seuraava vuosi',
  previousDecade: 'Edelliset kymmenen vuotta',
  nextDecade: 'Seuraavat kymmenen vuotta',
  monthLevelControl: 'Valitse kuukausi',
  yearLevelControl: 'Valitse vuosi',
}

/** Also as it is written here, with its weekday: `la 21.11.2026`. */
function readDay(text: string): number | null {
  const day = parseDay(text.replace(/^\s*\p{L}{2}\s+(?=\d)/u, ''), nowSeconds())
  return day === null ? null : midnightOf(day)
}
const writeDay = (day: number): string => (day === 0 ? '' : `${formatDay(day).split(' ')[0]} ${formatDate(day)}`)

/** What is said of a text that is no day. */
export const dayFault = (typed: Typed): string | null =>
  typeof typed === 'string' && readDay(typed) === null ? `Päivää ei ole. Kirjoita päivä muodossa ${formatDate(nowSeconds())}.` : null

/** A day, typed as `1.2.2026`, `1.2.` or `01022026`, or picked; on the form it is what the wire wants. */
export function DateField({ value = 0, onChange, error, onBlur, onFocus, onClick, onKeyDown, clearButtonProps, ...props }: Props) {
  const [open, setOpen] = useState(false)
  const { text, unreadable, type, leave } = useTypedText({ value, empty: 0, read: readDay, write: writeDay })
  const day = typeof value === 'number' && value !== 0 ? dayOf(value) : null
  const set = (next: Typed) => onChange?.(next)
  return (
    <Popover opened={open} trapFocus={false} position="bottom-start" withRoles={false} disabled={props.readOnly || props.disabled}>
      <Popover.Target>
        <TextInput
          leftSection={<IconCalendar size={18} aria-hidden />}
          placeholder="pp.kk.vvvv"
          autoComplete="off"
          rightSection={
            text !== '' &&
            clearButtonProps && (
              <CloseButton
                size="sm"
                tabIndex={-1}
                {...clearButtonProps}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  leave()
                  set(0)
                }}
              />
            )
          }
          // The first Esc closes the calendar, and the dialog around the field stays.
          data-mantine-stop-propagation={open || undefined}
          {...props}
          error={error ?? (unreadable ? dayFault(value) : undefined)}
          value={text}
          onChange={(event) => {
            setOpen(true)
            set(type(event.currentTarget.value))
          }}
          onFocus={(event) => {
            setOpen(true)
            onFocus?.(event)
          }}
          onClick={(event) => {
            setOpen(true)
            onClick?.(event)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpen(false)
            onKeyDown?.(event)
          }}
          onBlur={(event) => {
            setOpen(false)
            leave()
            onBlur?.(event)
          }}
        />
      </Popover.Target>
      {/* A text field may not say that it is expanded, so the roles are given here. The field keeps the focus, so that a picked day is the same as a typed one. */}
      <Popover.Dropdown role="dialog" aria-label="Kalenteri" onMouseDown={(event) => event.preventDefault()}>
        <DatePicker
          key={day}
          ariaLabels={calendarLabels}
          value={day}
          defaultDate={day ?? dayOf(nowSeconds())}
          onChange={(picked) => {
            leave()
            set(picked === null ? 0 : midnightOf(picked))
            setOpen(false)
          }}
          __preventFocus
        />
      </Popover.Dropdown>
    </Popover>
  )
}
