import { randomUUID } from 'node:crypto'
import type { ShiftType } from '#domain/entities/shift/shift.entity.ts'
import type { ShiftOperation, ShiftOperationsAnswer } from '#domain/features/shifts/shift-operations.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { fillDefaults } from './fill-defaults.ts'
import { messageDrivers, publishShifts } from './publish-shifts.ts'
import { shiftsOfDriverDay } from './queries.ts'
import { changesFrom, type Operating, refuseOldVersions, type ShiftChange, saveShifts, type Versions } from './save-shifts.ts'
import { saveWorkRoute, setRouteNote, setRouteOrder } from './work-routes.ts'

/** Carries out an operation of the shift calendar (rules/shifts.md#operations), in the caller's transaction. */
export async function operateShifts(operating: Operating, input: ShiftOperation): Promise<ShiftOperationsAnswer> {
  const { versiot } = input
  await refuseOldVersions(operating.client, versiot)
  switch (input.operation) {
    case 'OPERATION_SAVE':
      return saveShifts(
        operating,
        changesFrom([input.tyovuoro], () => '/tyovuoro'),
        versiot,
      )
    case 'OPERATION_SAVE_MANY':
      return saveShifts(
        operating,
        changesFrom(input.tyovuorot, (index) => `/tyovuorot/${index}`),
        versiot,
      )
    case 'OPERATION_DELETE':
      return saveShifts(operating, changesOf([input.id], 'remove'), versiot)
    case 'OPERATION_DELETE_MANY':
      return saveShifts(operating, changesOf(input.ids, 'remove'), versiot)
    case 'OPERATION_SET_TYYPPI':
      return setType(operating, input, versiot)
    case 'OPERATION_SET_TYYPPI_MANY':
      return saveShifts(operating, changesOf(input.ids, { tyyppi: input.tyyppi }), versiot)
    case 'OPERATION_SET_REITTI_LISATIETO':
      return setRouteNote(operating, input, versiot)
    case 'OPERATION_SAVE_REITTI':
      return saveWorkRoute(operating, input.tyoreitti, versiot)
    case 'OPERATION_FILL_DEFAULTS':
      return fillDefaults(operating, input, versiot)
    case 'OPERATION_SET_PUBLISHED':
      return publishShifts(operating, input, versiot)
    case 'OPERATION_SEND_MESSAGE':
      return messageDrivers(operating, input)
    case 'OPERATION_SET_WEIGHTS':
      return setRouteOrder(operating, input.ids, versiot)
  }
}

const changesOf = (ids: readonly string[], values: ShiftChange['values']): ShiftChange[] =>
  ids.map((id, index) => ({ id, values, mayAdd: false, pointer: `/ids/${index}` }))

type SetType = { id?: string | undefined; kuljettaja?: string | undefined; paiva?: number | undefined; tyyppi: ShiftType }

/** Of the shift, or of all the driver's shifts of the day; a driver without one gets one. */
async function setType(
  operating: Operating,
  { id, kuljettaja, paiva, tyyppi }: SetType,
  versions: Versions,
): Promise<ShiftOperationsAnswer> {
  if (id !== undefined) return saveShifts(operating, changesOf([id], { tyyppi }), versions)
  if (kuljettaja === undefined || paiva === undefined) throw new Error('The call requires the driver and the day')
  const change = changesFrom([{ id: 'new', kuljettaja, paiva, tyyppi }], () => '')
  const ids = await shiftsOfDriverDay(operating.client, { driver: kuljettaja, day: startOfDay(paiva) })
  return saveShifts(operating, ids.length > 0 ? changesOf(ids, { tyyppi }) : change.map((one) => ({ ...one, id: randomUUID() })), versions)
}
