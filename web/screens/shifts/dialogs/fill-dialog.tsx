import { Button, Group, Modal, Text } from '@mantine/core'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import { weekdayOf } from '#domain/values/time/time.ts'
import { formatCount, formatDay, plural } from '#web/kit/format.ts'
import type { CalendarRange } from '../calendar-range.ts'
import classes from './dialogs.module.css'

const friday = 5

/** By driver, the days on which Fill defaults adds a shift with the driver's usual routes (rules/shifts.md#fill-defaults). */
export function defaultsOf(data: ShiftCalendarData, { days }: CalendarRange): { name: string; routes: string; days: number[] }[] {
  const holidays = new Set(data.pyhapaivat.map(({ paiva }) => paiva))
  const busy = new Set(data.tyovuorot.map(({ kuljettaja, paiva }) => `${kuljettaja} ${paiva}`))
  return data.kuljettajat.flatMap(({ id, name }) => {
    const routes = data.tyoreitit.filter((route) => route.kuljettaja === id && route.tila === 'ACTIVE' && !route.poistettu)
    const free = days.filter((day) => weekdayOf(day) <= friday && !holidays.has(day) && !busy.has(`${id} ${day}`))
    if (routes.length === 0 || free.length === 0) return []
    return [{ name, routes: routes.map((route) => route.reittinro || route.name).join(' + '), days: free }]
  })
}

type Props = { data: ShiftCalendarData; range: CalendarRange; isRunning: boolean; onFill: () => void; onClose: () => void }

/** Shows what filling the defaults adds, before it does. */
export function FillDialog({ data, range, isRunning, onFill, onClose }: Props) {
  const added = defaultsOf(data, range)
  const count = added.reduce((sum, { days }) => sum + days.length, 0)
  return (
    <Modal opened onClose={onClose} title="Täytä oletukset" size="md" returnFocus>
      {count === 0 ? (
        <Text>Kaikilla, joilla on oma reitti, on jo vuoro jokaisena arkipäivänä.</Text>
      ) : (
        <>
          <Text>
            Lisätään {plural(count, 'vuoro', 'vuoroa')} vakioreiteille arkipäiviin, joina kuljettajalla ei ole vielä mitään. Olemassa olevat
            vuorot eivät muutu, eikä mitään julkaista.
          </Text>
          <ul className={classes.list}>
            {added.map(({ name, routes, days }) => (
              <li key={name}>
                <span>
                  {name}, reitti {routes}
                </span>
                <span title={days.map(formatDay).join(', ')}>{plural(days.length, 'päivä', 'päivää')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Takaisin
        </Button>
        {count > 0 && (
          <Button loading={isRunning} onClick={onFill} data-autofocus>
            Lisää {formatCount(count)}
          </Button>
        )}
      </Group>
    </Modal>
  )
}
