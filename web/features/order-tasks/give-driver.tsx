import { Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDrivers } from '#web/features/cars/fleet.ts'
import { driversToday } from '#web/features/orders/drivers-today.ts'
import { driversAndCarsOf, type OrderRow } from '#web/features/orders/order-rows.ts'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { plural } from '#web/kit/format.ts'
import classes from './give-driver.module.css'
import type { DriverAndCar } from './use-assignment.ts'

type Props = {
  orders: readonly OrderRow[]
  /** Where the field opens: the cell of the row. */
  at: { x: number; y: number }
  onGive: (assigned: DriverAndCar) => void
  onClose: () => void
}

const nobody = 'none'

/** Gives a driver at one choice, with the car that they drive today; the stops come to the driver's shift of the order's own day. */
export function GiveDriver({ orders: chosen, at, onGive, onClose }: Props) {
  // Fixed when the field opens, since the list behind it may be refetched.
  const [orders] = useState(chosen)
  const { data } = useQuery(driversToday)
  const drivers = useDrivers()
  const today = data?.data ?? []
  const isToday = new Set(today.map(({ id }) => id))
  const holdsDriver = orders.some(({ lines }) => driversAndCarsOf(lines).drivers.length > 0)
  const label = `Kuljettaja: ${orders.length === 1 ? `tilaus ${orders[0]?.number}` : plural(orders.length, 'tilaus', 'tilausta')}`
  const choose = (id: string | null) => {
    if (id === null) return
    const found = today.find((driver) => driver.id === id)
    const name = found?.name ?? drivers.find(({ value }) => value === id)?.label ?? ''
    const car = found?.auto ? { id: found.auto.id, name: found.auto.rekisterinumero } : null
    onClose()
    onGive(id === nobody ? { driver: null, car: null } : { driver: { id, name }, car })
  }
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-start"
      shadow="md"
      width={300}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button type="button" tabIndex={-1} aria-hidden className={classes.point} style={{ left: at.x, top: at.y }} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p="xs">
        <SearchSelect
          aria-label={label}
          placeholder="Kirjoita nimi"
          data={[
            ...(holdsDriver ? [{ value: nobody, label: 'Ei kuljettajaa' }] : []),
            ...(today.length > 0
              ? [
                  {
                    group: 'Tänään',
                    items: today.map(({ id, name, auto }) => ({ value: id, label: auto ? `${name} · ${auto.rekisterinumero}` : name })),
                  },
                ]
              : []),
            { group: 'Muut', items: drivers.filter(({ value }) => !isToday.has(value)) },
          ]}
          nothingFoundMessage="Ei löytynyt"
          comboboxProps={{ withinPortal: false }}
          maxDropdownHeight={280}
          value={null}
          onChange={choose}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          defaultDropdownOpened
          data-autofocus
        />
      </Popover.Dropdown>
    </Popover>
  )
}
