import type { FastifyInstance } from 'fastify'
import { calendarLinkCall, changeCalendarLinkCall } from '#domain/features/shifts/calendar-link.ts'
import { driverShiftsCall, readShiftsCall } from '#domain/features/shifts/driver-shifts.ts'
import { selectableDriversCall } from '#domain/features/shifts/selectable-drivers.ts'
import { shiftReadsCall } from '#domain/features/shifts/shift-data.ts'
import { shiftOperationsCall } from '#domain/features/shifts/shift-operations.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import { calendarData, dayRange, type ShiftParts } from './calendar-data.ts'
import { calendarLinkOf, makeCalendarLink, revokeCalendarLink } from './calendar-link.ts'
import { dataOfDriver } from './driver-data.ts'
import { markAsRead, ownShifts, selectableDrivers } from './driver-shifts.ts'
import { operateShifts } from './operations.ts'
import { carsInUse } from './queries.ts'

export function shiftRoutes(app: FastifyInstance, parts: ShiftParts): void {
  const { pool, clock } = parts
  serveCall(app, shiftReadsCall, parts, async (input, viewer) => {
    switch (input.operation) {
      case 'OPERATION_GET_ALL_DATA':
        return calendarData(parts, viewer, input)
      case 'OPERATION_GET_DATA_BY_KULJETTAJA':
        return dataOfDriver(parts, input)
      case 'OPERATION_GET_USED_AUTO_IDS': {
        const data = await carsInUse(pool, dayRange(input, clock()))
        return { data, meta: { count: data.length } }
      }
    }
  })
  serveTransaction(app, shiftOperationsCall, parts, (input, viewer, client) => operateShifts({ ...parts, client, viewer }, input))
  serveCall(app, driverShiftsCall, parts, (input, viewer) => ownShifts(parts, viewer, input))
  serveTransaction(app, readShiftsCall, parts, (input, viewer, client) => markAsRead({ ...parts, client, viewer }, input))
  serveCall(app, selectableDriversCall, parts, ({ paiva }) => selectableDrivers(parts, paiva))
  serveCall(app, calendarLinkCall, parts, (_, { userId }) => calendarLinkOf(pool, userId))
  serveCall(app, changeCalendarLinkCall, parts, async ({ operation }, { userId }) => {
    const osoite = operation === 'luo' ? await makeCalendarLink(pool, userId, clock()) : await revokeCalendarLink(pool, userId)
    return { success: true as const, osoite }
  })
}
