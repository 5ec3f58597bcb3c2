import type { TaskType } from '#domain/entities/worktime/task-types.ts'
import type { DriverDay, DriverOperationInput } from '#domain/features/worktime/driver-calls.ts'
import { startOfDay } from '#domain/values/time/time.ts'

export type DayTask = DriverDay['tehtavat'][number]
export type DayCar = NonNullable<DriverDay['auto']>

/** An action of the driver as the outbox holds it. `car` is shown until the server has answered. */
export type DayAction = { input: DriverOperationInput; car: DayCar | null }
/** The action with its true time: the device's, corrected by the measured offset. Unix seconds. */
export type TimedAction = DayAction & { id: string; at: number }

const wholeMinute = (instant: number): number => instant - (instant % 60)

type Place = { latitude?: number | null | undefined; longitude?: number | null | undefined; address_print?: string | undefined }
type Started = Place & { id: string; tyyppi: TaskType; at: number }

const taskOf = ({ id, tyyppi, at, latitude = null, longitude = null, address_print = '' }: Started): DayTask => ({
  id,
  tyyppi,
  alkuaika: wholeMinute(at),
  tarkista: [],
  latitude,
  longitude,
  address_print,
})

/** Tasks in the order of their times; one of the type that runs just then changes nothing (rules/worktime.md#starting-and-ending). */
function withTask(tasks: readonly DayTask[], added: DayTask): DayTask[] {
  if (tasks.some(({ id }) => id === added.id)) return [...tasks]
  const before = tasks.filter(({ alkuaika }) => alkuaika <= added.alkuaika)
  if (before.at(-1)?.tyyppi === added.tyyppi) return [...tasks]
  return [...before, added, ...tasks.slice(before.length)]
}

function started({ id, at, input, car }: TimedAction): DriverDay {
  const alkuaika = wholeMinute(at)
  const [day, type] = input.operation === 'POST_OPERATION_START_DAY' ? [input.id ?? id, input.tyyppi ?? 'MUU'] : [id, 'MUU' as const]
  return {
    id: day,
    vid: 0,
    paiva: startOfDay(alkuaika),
    alkuaika,
    loppuaika: 0,
    auto: car,
    tarkista: [],
    tehtavat: [taskOf({ id, tyyppi: type, at })],
    varoitukset: [],
  }
}

/** The day after one action, as the server will have it; the same when the server has it already. */
function afterAction(day: DriverDay | null, action: TimedAction): DriverDay | null {
  const { id, at, input } = action
  if (input.operation === 'POST_OPERATION_START_DAY') return day && day.loppuaika === 0 ? day : started(action)
  if (day?.loppuaika !== 0) return day
  if (input.operation === 'POST_OPERATION_END_DAY') return { ...day, loppuaika: wholeMinute(at), auto: null }
  return { ...day, tehtavat: withTask(day.tehtavat, taskOf({ ...input, id: input.id ?? id, at })) }
}

/** The day that the server last answered, with the device's unsent actions applied in their order. */
export const dayWithQueued = (day: DriverDay | null, actions: readonly TimedAction[]): DriverDay | null => actions.reduce(afterAction, day)
