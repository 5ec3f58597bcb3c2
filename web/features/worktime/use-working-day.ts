import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type TaskType, taskTypes } from '#domain/entities/worktime/task-types.ts'
import type { DriverDay, DriverOperationInput } from '#domain/features/worktime/driver-calls.ts'
import { queueItem, useOutbox } from '#web/data/device/outbox.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import type { Point } from '#web/data/position.ts'
import { newId } from '#web/data/row.ts'
import { clockOffset, nowSeconds } from '#web/session/clock.ts'
import { actionOf, activeDayQuery, dayChain, dayKind, endedDayQuery, storedDay } from './day-send.ts'
import { type DayAction, type DayCar, type DayTask, dayWithQueued } from './queued-day.ts'

type TaskPlace = Point & { name?: string }

export type WorkingDay = {
  /** The open day with this device's unsent actions applied; null when none is open, undefined until it is known. */
  day: DriverDay | null | undefined
  /** Its tasks in the order of their times. */
  tasks: readonly DayTask[]
  /** The task that runs; null without a day. */
  current: DayTask | null
  /** The day that was ended last on this device, with its sums once the server has answered. */
  ended: DriverDay | null
  /** How many actions of the working day have not reached the server. */
  unsent: number
  /** `at`: unix seconds by the device's clock, now by default. All three resolve once the device has stored the action; none waits for the network. */
  startDay: (car: DayCar | null, at?: number) => Promise<void>
  /** `place`: only with the driver's consent (rules/worktime.md#places); its name where the device knows it, else the server names it. */
  startTask: (type: TaskType, place?: TaskPlace | null) => Promise<void>
  endDay: () => Promise<void>
}

const labels = { POST_OPERATION_START_DAY: 'Työpäivän aloitus', POST_OPERATION_END_DAY: 'Työpäivän lopetus' } as const
const labelOf = (input: DriverOperationInput): string =>
  input.operation === 'POST_OPERATION_START_TASK' ? `Työtehtävä: ${taskTypes[input.tyyppi]}` : labels[input.operation]

async function queue(at: number, { input, car }: DayAction): Promise<void> {
  const payload: DayAction = { input, car }
  const item = { id: newId(), kind: dayKind, at, label: labelOf(input), about: [], chain: dayChain, payload }
  const isStored = await queueItem(item)
  if (!isStored) showFault('Laite ei voi tallentaa kirjausta. Pidä sovellus auki, kunnes se on lähetetty.')
}

/** The driver's own working day, read and recorded with a network or without (rules/worktime.md, rules/screens.md#offline). */
export function useWorkingDay(): WorkingDay {
  const { data: activeData } = useQuery(activeDayQuery)
  const { data: endedData } = useQuery(endedDayQuery)
  const { items } = useOutbox()
  const data = useMemo(() => (activeData === undefined ? undefined : storedDay(activeData)), [activeData])
  const answered = useMemo(() => storedDay(endedData) ?? null, [endedData])
  const actions = useMemo(() => items.flatMap((item) => actionOf(item) ?? []), [items])
  // Before the first answer a device without stored reads knows only what was done on it.
  const known = useMemo(
    () => (data === undefined && actions.length === 0 ? undefined : dayWithQueued(data ?? null, actions)),
    [data, actions],
  )
  const isOpen = known?.loppuaika === 0
  const day = known && !isOpen ? null : known

  const startDay = useCallback(async (car: DayCar | null, at = nowSeconds()) => {
    const operation = 'POST_OPERATION_START_DAY'
    await queue(at, { input: { operation, id: newId(), auto: car?.id ?? null, alkuaika: at, laitteen_ero: clockOffset() }, car })
  }, [])
  const startTask = useCallback(async (tyyppi: TaskType, place: TaskPlace | null = null) => {
    const at = nowSeconds()
    const where = place ? { latitude: place.lat, longitude: place.lng, address_print: (place.name ?? '').slice(0, 255) } : {}
    const operation = 'POST_OPERATION_START_TASK'
    await queue(at, { input: { operation, id: newId(), tyyppi, alkuaika: at, laitteen_ero: clockOffset(), ...where }, car: null })
  }, [])
  const endDay = useCallback(async () => {
    const at = nowSeconds()
    await queue(at, { input: { operation: 'POST_OPERATION_END_DAY', loppuaika: at, laitteen_ero: clockOffset() }, car: null })
  }, [])
  return {
    day,
    tasks: day?.tehtavat ?? [],
    current: day?.tehtavat.at(-1) ?? null,
    ended: known && !isOpen ? known : answered,
    unsent: actions.length,
    startDay,
    startTask,
    endDay,
  }
}
