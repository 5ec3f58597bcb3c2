import { Box, CloseButton, type CloseButtonProps, Popover, Text, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { lazily } from '#domain/values/lazily.ts'
import { formatDate, formatDay } from '#domain/values/time/helsinki-clock.ts'
import { dayOf, midnightOf } from '#domain/values/time/time.ts'
import { readTypedDay } from '#domain/values/time/typed-day.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { dayOffText, type Holidays } from './holidays.ts'
import { type TypedNumber, useTypedText } from './typed-number.ts'

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** Unix seconds of midnight in Helsinki; 0 is none. */
  value?: TypedNumber
  onChange?: (value: TypedNumber) => void
  clearButtonProps?: CloseButtonProps & { 'aria-label': string }
  /** Named in the calendar and under the field, also on weekends. */
  holidays?: Holidays
  /** The first day that the calendar offers, in unix seconds. */
  from?: number
  /** The calendar stays open under the field: for dialogs, where a floating one would cover the buttons. */
  inline?: boolean
}

/** The names of the buttons of a calendar. */
export const calendarLabels = {
  previousMonth: 'Edellinen kuukausi',
  nextMonth: 'Seuraava kuukausi',
  previousYear: 'Edellinen vuosi',
  nextYear: 'Seuraava vuosi',
  previousDecade: 'Edelliset kymmenen vuotta',
  nextDecade: 'Seuraavat kymmenen vuotta',
  monthLevelControl: 'Valitse kuukausi',
  yearLevelControl: 'Valitse vuosi',
}

/** Midnight of a typed day; null when the text is not a day. */
export function readDay(text: string): number | null {
  const day = readTypedDay(text, nowSeconds())
  return day === null ? null : midnightOf(day)
}
const writeDay = (day: number): string => (day === 0 ? '' : `${formatDay(day).split(' ')[0]} ${formatDate(day)}`)

/** The fault of a text that is not a day. */
export const dayFault = (typed: TypedNumber): string | null =>
  typeof typed === 'string' && readDay(typed) === null
    ? `Päivää ei ole. Kirjoita esimerkiksi ${formatDate(nowSeconds())}, ti tai huomenna.`
    : null

const longDay = lazily(() => new Intl.DateTimeFormat('fi', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }))

/** Holidays are marked and named. */
const marksOf = (holidays: Holidays) => ({
  getDayProps: (isoDay: string) => (holidays.has(isoDay) ? { title: holidays.get(isoDay), 'data-weekend': true } : {}),
  getDayAriaLabel: (isoDay: string) => [longDay().format(new Date(isoDay)), holidays.get(isoDay)].filter(Boolean).join(', '),
})

function HolidaysOf({ month, holidays }: { month: string; holidays: Holidays }) {
  const found = [...holidays].filter(([isoDay]) => isoDay.startsWith(month))
  if (found.length === 0) return null
  return (
    <Text size="sm" c="dimmed" mt={6} maw={240}>
      {found.map(([isoDay, name]) => `${formatDay(midnightOf(isoDay))} ${name}`).join(' · ')}
    </Text>
  )
}

type CalendarProps = { from: number | undefined; holidays: Holidays | undefined; day: string | null; onPick: (day: number) => void }

function Calendar({ day, from, holidays, onPick }: CalendarProps) {
  // The month that the person has navigated to, until another day is chosen.
  const [turned, setTurned] = useState<{ from: string | null; month: string } | null>(null)
  const month = (turned?.from === day && turned?.month) || (day ?? dayOf(nowSeconds()))
  return (
    <>
      <DatePicker
        key={day}
        ariaLabels={calendarLabels}
        value={day}
        defaultDate={day ?? dayOf(nowSeconds())}
        onDateChange={(month) => setTurned({ from: day, month })}
        {...(from === undefined ? {} : { minDate: dayOf(from) })}
        {...(holidays ? marksOf(holidays) : {})}
        onChange={(picked) => onPick(picked === null ? 0 : midnightOf(picked))}
        __preventFocus
      />
      {holidays && <HolidaysOf month={month.slice(0, 7)} holidays={holidays} />}
    </>
  )
}

/** A day, typed (`1.2.2026`, `1.2.`, `ti`, `huomenna`, `+3`) or picked; the form gets unix seconds. */
export function DateField({
  value = 0,
  onChange,
  error,
  onBlur,
  onFocus,
  onClick,
  onKeyDown,
  clearButtonProps,
  holidays,
  from,
  inline = false,
  ...props
}: Props) {
  const [open, setOpen] = useState(false)
  const { text, unreadable, type, leave } = useTypedText({ value, empty: 0, read: readDay, write: writeDay })
  const day = typeof value === 'number' && value !== 0 ? dayOf(value) : null
  const dayOff = day !== null && holidays ? dayOffText(day, holidays) : ''
  const set = (next: TypedNumber) => onChange?.(next)
  const field = (
    <TextInput
      leftSection={<IconCalendar size={18} aria-hidden />}
      placeholder="pp.kk.vvvv"
      autoComplete="off"
      data-select-on-focus
      rightSection={
        text !== '' &&
        clearButtonProps && (
          <CloseButton
            size={24}
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
      // The first Esc closes the floating calendar only, not the dialog around the field.
      data-mantine-stop-propagation={(open && !inline) || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={dayOff || undefined}
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
  )
  const pick = (next: number) => {
    leave()
    set(next)
    setOpen(false)
  }
  const calendar = <Calendar day={day} from={from} holidays={holidays} onPick={pick} />
  // The field keeps the focus, so that picking a day behaves like typing one.
  const keepFocus = (event: MouseEvent) => event.preventDefault()
  if (inline) {
    return (
      <div>
        {field}
        <Box role="group" aria-label="Kalenteri" mt="sm" mx="auto" w="fit-content" onMouseDown={keepFocus}>
          {calendar}
        </Box>
      </div>
    )
  }
  return (
    <Popover opened={open} trapFocus={false} position="bottom-start" withRoles={false} disabled={props.readOnly || props.disabled}>
      <Popover.Target>{field}</Popover.Target>
      {/* The attribute aria-expanded is not allowed on a text field, so the roles are given here. */}
      <Popover.Dropdown role="dialog" aria-label="Kalenteri" onMouseDown={keepFocus}>
        {calendar}
      </Popover.Dropdown>
    </Popover>
  )
}
