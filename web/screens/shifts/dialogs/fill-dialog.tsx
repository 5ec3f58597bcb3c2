import { Button, Group, Modal, Text } from '@mantine/core'
import { routeLabel } from '#domain/entities/shift/route-label.ts'
import { defaultShifts, isWorkingDay } from '#domain/features/shifts/default-shifts.ts'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import { formatCount, formatDay, plural } from '#web/kit/format.ts'
import type { CalendarRange } from '../calendar-range.ts'
import classes from './dialogs.module.css'

/** By driver, the days on which Fill defaults adds a shift with the driver's usual routes (rules/shifts.md#fill-defaults). */
function defaultsOf(data: ShiftCalendarData, { days }: CalendarRange): { name: string; routes: string; days: number[] }[] {
  const holidays = new Set(data.pyhapaivat.map(({ paiva }) => paiva))
  const routes = data.tyoreitit.flatMap(({ id, kuljettaja, tila, poistettu }) =>
    kuljettaja !== null && tila === 'ACTIVE' && !poistettu ? [{ id, kuljettaja }] : [],
  )
  const workdays = days.filter((day) => isWorkingDay(day, holidays))
  const added = Map.groupBy(defaultShifts({ routes, busy: data.tyovuorot, days: workdays }), ({ kuljettaja }) => kuljettaja)
  const nameOf = new Map(data.tyoreitit.map((route) => [route.id, routeLabel(route)]))
  return data.kuljettajat.flatMap(({ id, name }) => {
    const [first, ...others] = added.get(id) ?? []
    if (!first) return []
    const own = first.tyoreitti.map((route) => nameOf.get(route) ?? '')
    return [{ name, routes: own.join(' + '), days: [first, ...others].map(({ paiva }) => paiva) }]
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
