import type { FastifyInstance } from 'fastify'
import { ICalCalendar } from 'ical-generator'
import { z } from 'zod'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { featuresOf } from '#domain/features/settings/settings.ts'
import { type ShiftEvent, shiftEvents } from '#domain/features/shifts/shift-event.ts'
import { addDays, dayOf } from '#domain/values/time/time.ts'
import type { ShiftParts } from './calendar-data.ts'
import { readCalendarLink } from './calendar-link.ts'
import { shiftsOf } from './driver-shifts.ts'

const daysBack = 30
const daysAhead = 180
const parameters = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}\.ics$/) })

/** The driver's own published shifts in iCalendar format, to anybody who has the secret address (rules/shifts.md#calendar-feed). */
export function calendarFeed(app: FastifyInstance, parts: ShiftParts): void {
  const { pool, clock, settings } = parts
  app.get('/kalenteri/:token', { config: { public: true } }, async (request, reply) => {
    const read = parameters.safeParse(request.params)
    const now = clock()
    const token = read.success ? read.data.token.slice(0, -'.ics'.length) : ''
    const driver = featuresOf(await settings()).tyovuorot ? await readCalendarLink(pool, token, now) : null
    if (driver === null) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
    const shifts = await shiftsOf(pool, driver, { min: addDays(now, -daysBack), max: addDays(now, daysAhead) })
    return reply
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex, nofollow')
      .type('text/calendar; charset=utf-8')
      .send(calendarOf(shiftEvents(shifts), new Date(now * 1000)))
  })
}

/** Times are in UTC, so that no time zone needs to be described; whole days are dates in Helsinki. */
function calendarOf(events: readonly ShiftEvent[], stamp: Date): string {
  const calendar = new ICalCalendar({ name: 'Työvuorot', prodId: { company: 'Kuorma', product: 'Työvuorot', language: 'FI' }, ttl: 3600 })
  for (const { id, start, end, allDay, title, description } of events)
    calendar.createEvent({
      id: `${id}@kuorma`,
      stamp,
      start: allDay ? dateAt(start) : new Date(start * 1000),
      end: allDay ? dateAt(end) : new Date(end * 1000),
      allDay,
      summary: title,
      ...(description === '' ? {} : { description }),
    })
  return calendar.toString()
}

/** A day of Helsinki as a date that the library writes as it stands. */
const dateAt = (day: number): Date => new Date(`${dayOf(day)}T12:00:00Z`)
