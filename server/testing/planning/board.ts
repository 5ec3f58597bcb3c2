// Shifts and the board of a day, for tests.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { boardCall } from '#domain/features/planning-board/board.ts'
import { boardDriversCall } from '#domain/features/planning-board/board-drivers.ts'
import { type BoardOperation, changeBoardCall } from '#domain/features/planning-board/board-operations.ts'
import { operations } from '../deliveries.ts'
import type { SharedServer } from '../shared-server.ts'
import { type Answer, insert, type Person } from '../test-server.ts'

const shiftType = 'tyovuoro_entity--tyovuoro_entity'

type ShiftValues = { auto?: string; paiva: number; alkuaika?: number; kesto?: number; tila?: string; tyyppi?: string }

/** Makes a shift through the JSON:API; returns its id. */
export async function makeShift(admin: Person, driver: string, { auto, ...values }: ShiftValues): Promise<string> {
  const id = randomUUID()
  const relationships = {
    kuljettaja: { data: { type: 'user--user', id: driver } },
    ...(auto ? { auto: { data: { type: 'auto_entity--auto_entity', id: auto } } } : {}),
  }
  const attributes = { alkuaika: 360, kesto: 600, tila: 'PUBLISHED', ...values }
  const answer = await operations(admin, [{ op: 'add', data: { type: shiftType, id, attributes, relationships } }])
  expect(answer.status, answer.text).toBe(200)
  return id
}

export async function makeCar(
  server: SharedServer,
  values: { rekisterinumero: string; kantavuus?: number; lavapaikat?: number },
): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, 'auto', { id, name: 'Auto', kantavuus: 3500, lavapaikat: 8, ...values })
  return id
}

export async function readBoardOf(admin: Person, paiva: number) {
  const answer = await admin.call('GET', `/api/ajot?paiva=${paiva}`)
  expect(answer.status, answer.text).toBe(200)
  return boardCall.output.parse(answer.body).data
}

export async function readBoardDriversOf(admin: Person, paiva: number) {
  const answer = await admin.call('GET', `/api/ajot/kuljettajat?paiva=${paiva}`)
  expect(answer.status, answer.text).toBe(200)
  return boardDriversCall.output.parse(answer.body).data
}

export const tryBoard = (who: Person, operation: BoardOperation | Record<string, unknown>): Promise<Answer> =>
  who.call('POST', '/api/ajot', operation)

export async function changeBoardAs(admin: Person, operation: BoardOperation) {
  const answer = await tryBoard(admin, operation)
  expect(answer.status, answer.text).toBe(200)
  return changeBoardCall.output.parse(answer.body)
}
