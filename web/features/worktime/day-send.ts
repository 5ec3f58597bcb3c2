import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { activeDayCall, type DriverDay, driverDay, driverOperationsCall } from '#domain/features/worktime/driver-calls.ts'
import { callApi } from '#web/data/api-call.ts'
import type { OutboxItem, Sender } from '#web/data/device/outbox.ts'
import { actionTime } from '#web/data/device/outbox-item.ts'
import { storedState } from '#web/data/device/stored-reads.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { queryClient } from '#web/data/query-client.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { passOn } from '../conflicts/pass-on.ts'
import type { DayAction, TimedAction } from './queued-day.ts'

export const dayKind = 'tyoaika'
/** All actions of the working day depend on the earlier ones. */
export const dayChain = ['tyopaiva']

/** The driver's open day, also without a network. `ended`: the day that this device ended last. */
export const activeDayQuery = queryOptions({
  queryKey: queryKeys.call(activeDayCall.path),
  queryFn: async ({ signal }): Promise<DriverDay | null> => {
    const { data } = await callApi(activeDayCall, { operation: 'GET_OPERATION_ACTIVE' }, { signal })
    return data
  },
  ...storedState,
})

/** The last day that was ended from this device, with its sums and warnings; null until one is. */
export const endedDayQuery = queryOptions({
  queryKey: queryKeys.device('ended-day'),
  queryFn: (): DriverDay | null => null,
  enabled: false,
  ...storedState,
})

const storedShape = driverDay.strip()

/** A day that this or another build has stored on the device; undefined when this one cannot read it. */
export function storedDay(data: unknown): DriverDay | null | undefined {
  if (data === null) return null
  const day = storedShape.safeParse(data)
  return day.success ? day.data : undefined
}

const isInput = (value: unknown): value is DayAction['input'] => driverOperationsCall.input.safeParse(value).success
const actionShape = z.object({
  input: z.custom<DayAction['input']>(isInput),
  car: z.nullable(z.object({ id: z.string(), rekisterinumero: z.string() })),
})

/** The action in an outbox item; undefined in items of other kinds. */
export function actionOf({ id, kind, payload, at, offset }: OutboxItem): TimedAction | undefined {
  const action = kind === dayKind ? actionShape.safeParse(payload).data : undefined
  return action && { ...action, id, at: actionTime({ at, offset }) }
}

function setDay({ queryKey }: typeof activeDayQuery | typeof endedDayQuery, day: DriverDay | null): void {
  // Without the options a query that no page has asked for would not be stored.
  queryClient.setQueryDefaults(queryKey, storedState)
  queryClient.setQueryData(queryKey, day)
}

/** Sends the actions of the working day from the outbox (web/data/device/outbox.ts). */
export const daySender: Sender = {
  noun: ['työaikakirjaus', 'työaikakirjausta'],
  async send(payload, { id }, options) {
    const { input } = actionShape.parse(payload)
    const { data, kirjaus } = await callApi(driverOperationsCall, input, { ...options, idempotencyKey: id })
    // An answer that was asked for before this one would show the day as it was.
    await queryClient.cancelQueries({ queryKey: activeDayQuery.queryKey })
    setDay(activeDayQuery, data)
    if (input.operation === 'POST_OPERATION_END_DAY') setDay(endedDayQuery, kirjaus)
    void rereadAfterChange('tyovuoro_kirjaus', 'tyovuoro_kirjaus_tehtava')
  },
  passOn: (item, refusal, options) => passOn(item, { refusal, toimi: { laji: 'muu', kuvaus: item.label } }, options),
}
