import type { Pool } from 'pg'
import type { TaskName } from '#domain/features/background-jobs/tasks.ts'
import { forgetKeys } from '#server/platform/idempotency-keys.ts'
import { purgeAttempts } from './auth/lockout.ts'
import { purgeRecoveries } from './auth/recovery.ts'
import { purgeSecurityEvents } from './auth/security-log.ts'
import { purgeSessions } from './auth/sessions.ts'
import type { Context } from './context.ts'
import { geocodeAddresses } from './features/addresses/geocode-addresses.ts'
import { announceBells } from './features/notifications/devices/announce-bells.ts'
import { forgetDismissals } from './features/notifications/queries.ts'
import { measureTravel } from './features/planning-board/travel-times/measure-travel.ts'
import { priceUnpricedOrders } from './features/prices/price-unpriced.ts'
import { makeRecurringOrders } from './features/recurring-hourly-jobs/make-orders.ts'
import { remindOfExpiry } from './features/reminders/expiry-reminders.ts'
import { makeRentalOrders } from './features/rentals/make-orders.ts'
import { heldShiftTexts } from './features/shifts/publication-plan.ts'
import { announceNewOrders } from './features/sms/new-orders.ts'
import { makeRouteOrders } from './features/standing-routes/make-orders.ts'
import { sweepPrints } from './features/waybills/prints.ts'
import { queueDeliveryMail } from './features/waybills/queue-delivery-mail.ts'
import { computeMissingSums } from './features/worktime/compute-missing-sums.ts'
import { eraseOldPlaces } from './features/worktime/erase-places.ts'
import { flagOpenDays } from './features/worktime/open-days.ts'
import { openContext } from './open-context.ts'
import type { Jobs } from './platform/background-jobs/jobs.ts'
import { type QueuedJob, type Settlement, settled } from './platform/background-jobs/queued-job.ts'
import { housekeepingQueue } from './platform/background-jobs/queues.ts'
import type { FileStore } from './platform/files/store/file-store.ts'
import { sweepFiles } from './platform/files/sweep.ts'
import { forgetMail } from './platform/mail/mail-queue.ts'
import type { Geocoder } from './platform/ports/maps/geocoding.ts'
import type { Roads } from './platform/ports/maps/roads.ts'
import { purgePushes } from './platform/push/push-queue.ts'
import { readDeliveries, type SmsContext } from './platform/sms/send-sms.ts'
import { forgetSms } from './platform/sms/sms-queue.ts'

type Parts = Context & { files: FileStore; geocoder: Geocoder | null; roads: Roads | null } & Pick<SmsContext, 'sms' | 'log'>
type Task = { cron: string; run: (parts: Parts) => Promise<unknown> }

/** A cron expression. The minutes of the tasks differ, so that they do not run at once. */
const hourly = (minute: number): string => `${minute} * * * *`

/** What runs by schedule, and when, in Finnish time: most of it deletes data that has run out. */
export const housekeepingTasks: Readonly<Record<TaskName, Task>> = {
  sessions: { cron: hourly(3), run: ({ pool, clock }) => purgeSessions(pool, clock()) },
  recoveries: { cron: hourly(6), run: ({ pool, clock }) => purgeRecoveries(pool, clock()) },
  'idempotency-keys': { cron: hourly(9), run: ({ pool, clock }) => forgetKeys(pool, clock()) },
  mail: { cron: hourly(12), run: ({ pool, clock }) => forgetMail(pool, clock()) },
  'sign-in-attempts': { cron: hourly(15), run: ({ pool, clock }) => purgeAttempts(pool, clock()) },
  'security-events': { cron: hourly(18), run: ({ pool, clock }) => purgeSecurityEvents(pool, clock()) },
  prints: { cron: hourly(21), run: sweepPrints },
  'text-messages': { cron: hourly(24), run: ({ pool, clock }) => forgetSms(pool, clock()) },
  'new-orders': { cron: '* * * * *', run: (parts) => announceNewOrders({ ...parts, shiftTexts: heldShiftTexts }) },
  bells: { cron: '* * * * *', run: announceBells },
  'push-messages': { cron: hourly(33), run: ({ pool, clock }) => purgePushes(pool, clock()) },
  geocoding: { cron: '* * * * *', run: geocodeAddresses },
  'travel-times': { cron: '* * * * *', run: measureTravel },
  'delivery-mail': { cron: '* * * * *', run: queueDeliveryMail },
  'sms-deliveries': { cron: '*/5 * * * *', run: readDeliveries },
  // Before the day's work; not in the small hours, in case it rings somewhere.
  'expiry-reminders': { cron: '45 5 * * *', run: remindOfExpiry },
  'bell-dismissals': { cron: hourly(27), run: ({ pool, clock }) => forgetDismissals(pool, clock()) },
  // Every hour, so that a billing day missed while no server ran is billed soon after one starts.
  'rental-orders': { cron: hourly(36), run: makeRentalOrders },
  'unpriced-orders': { cron: '* * * * *', run: priceUnpricedOrders },
  'recurring-orders': { cron: hourly(39), run: makeRecurringOrders },
  'route-orders': { cron: hourly(42), run: makeRouteOrders },
  // One run is enough after an update from a version that did not compute them.
  'working-time-sums': { cron: hourly(48), run: computeMissingSums },
  'task-places': { cron: hourly(45), run: eraseOldPlaces },
  'open-days': { cron: '*/5 * * * *', run: flagOpenDays },
  // At night: it reads the whole list of the file store. An hour that every day has, when clocks are changed too.
  files: { cron: '30 2 * * *', run: sweepFiles },
}

export async function startHousekeeping(jobs: Jobs, { pool, clock, ...others }: Omit<Parts, 'engine'> & { pool: Pool }): Promise<void> {
  const parts = { ...openContext({ pool, clock }), ...others }
  await jobs.work(housekeepingQueue, { run: (job) => runTask(parts, job), pollSeconds: 30 })
  await jobs.schedule(
    housekeepingQueue,
    Object.entries(housekeepingTasks).map(([key, { cron }]) => ({ key, cron })),
  )
}

async function runTask(parts: Parts, { rowId: key }: QueuedJob): Promise<Settlement> {
  const tasks: Readonly<Record<string, Task>> = housekeepingTasks
  // A task of another version of the server is ignored.
  await tasks[key]?.run(parts)
  return settled
}
