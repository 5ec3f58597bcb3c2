import { Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { nowSeconds } from '#web/session/clock.ts'
import { DateField, dayFault } from '../../form/date-field.tsx'
import type { TypedNumber } from '../../form/typed-number.ts'
import { usePageSearch } from '../../page/page-search.ts'
import pageClasses from '../list-page.module.css'
import { type DaySpan, rangeFrom, rangePresets, rangeText, writeRange } from './day-range.ts'
import classes from './filter-line.module.css'

type Props = {
  /** The names in the address of the first and the last day. */
  names: { first: string; last: string }
  label: string
}

/** A day or a range of days: presets, or the first and the last day typed or chosen. */
export function DayRangeFilter({ names, label }: Props) {
  const { search, set } = usePageSearch()
  const [opened, { close, toggle }] = useDisclosure(false)
  const range = rangeFrom(search, names)
  const store = (next: DaySpan | null) => set(writeRange(next, names))
  return (
    <Popover opened={opened} onChange={(isOpen) => !isOpen && close()} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={pageClasses.chip}
          data-on={range !== null || undefined}
          aria-label={range ? `${label}: ${rangeText(range)}` : label}
          onClick={toggle}
        >
          <IconCalendar size={15} aria-hidden />
          <span className={classes.range}>{range ? rangeText(range) : label}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={classes.presets}>
          {rangePresets(nowSeconds()).map((preset) => (
            <Button
              key={preset.label}
              size="compact-sm"
              variant={range?.first === preset.range.first && range.last === preset.range.last ? 'light' : 'default'}
              onClick={() => {
                store(preset.range)
                close()
              }}
            >
              {preset.label}
            </Button>
          ))}
        </div>
        <RangeFields range={range} onChange={store} />
        {range && (
          <Button
            mt="sm"
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              store(null)
              close()
            }}
          >
            Poista rajaus
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

type FieldsProps = { range: DaySpan | null; onChange: (range: DaySpan | null) => void }

function RangeFields({ range, onChange }: FieldsProps) {
  /** Typed texts that are not days: the address cannot hold them. */
  const [unread, setUnread] = useState({ first: '', last: '' })
  const take = (end: 'first' | 'last') => (day: TypedNumber) => {
    setUnread({ ...unread, [end]: typeof day === 'string' ? day : '' })
    if (typeof day !== 'string') onChange(day === 0 ? null : withEnd(range, end, day))
  }
  return (
    <div className={classes.days}>
      <DateField
        label="Alku"
        size="sm"
        value={unread.first || (range?.first ?? 0)}
        onChange={take('first')}
        error={faultOf(unread.first)}
      />
      <DateField label="Loppu" size="sm" value={unread.last || (range?.last ?? 0)} onChange={take('last')} error={faultOf(unread.last)} />
    </div>
  )
}

const faultOf = (typed: string) => (typed === '' ? null : dayFault(typed))

/** The range with a new first or last day; it never ends before it begins. */
function withEnd(range: DaySpan | null, end: 'first' | 'last', day: number): DaySpan {
  const { first, last } = range ?? { first: day, last: day }
  return end === 'first' ? { first: day, last: Math.max(day, last) } : { first: Math.min(first, day), last: day }
}
