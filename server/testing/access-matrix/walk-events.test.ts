// Every entity × role on the event stream (rules/access.md#default): changes are reported only to those who may read the row.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '#domain/access/roles.ts'
import { changeBatch } from '#domain/model/change-events.ts'
import { type EntityName, entityNames } from '#domain/model/registry.ts'
import { wakeChannel } from '#server/platform/events/wake-ups.ts'
import { openStream } from '../event-stream.ts'
import { insert, startTestServer, type TestServer } from '../test-server.ts'
import { makeAccessFixture } from './access-fixture.ts'
import { accessMatrix } from './access-matrix.ts'

let server: TestServer
let address: string
beforeAll(async () => {
  server = await startTestServer()
  address = await server.app.listen({ port: 0 })
})
afterAll(() => server.close())

let vid = 9000

async function changed(rows: readonly (readonly [EntityName, string])[]): Promise<void> {
  await server.pool.query(
    `INSERT INTO revisio (entiteetti, rivi, vid, aika, syy, muutokset)
     SELECT e, r, $3, $4, '', '{}' FROM unnest($1::text[], $2::uuid[]) AS rivit (e, r)`,
    [rows.map(([name]) => name), rows.map(([, id]) => id), vid++, server.clock.now],
  )
  await server.pool.query('SELECT pg_notify($1, $2)', [wakeChannel, ''])
}

test.each(roles)('%s gets the events of readable rows only, of every entity', async (role) => {
  const { viewer, rows } = await makeAccessFixture(server, role)
  const stream = await openStream(address, viewer.authorization)
  const reported = new Set<string>()
  const readUntil = async (until: string): Promise<void> => {
    while (!reported.has(until)) {
      const { event, data } = await stream.next()
      expect(event).toBe('muutokset')
      for (const { id } of changeBatch.parse(JSON.parse(data)).tapahtumat) reported.add(id)
    }
  }
  const every = entityNames.flatMap((name) => [[name, rows[name].own] as const, [name, rows[name].other] as const])
  await changed(every)
  // Every role gets the event of a notice to the viewer; it is sent after all others.
  const last = crypto.randomUUID()
  await insert(server.pool, 'notification', { id: last, tyyppi: 'PERSONAL', henkilot_ids: [viewer.id], message: 'Loppu' }, server.clock.now)
  await changed([['notification', last]])
  await readUntil(last)
  await stream.close()

  const expected = every.filter(([name, id]) => accessMatrix[name].cells[role][id === rows[name].own ? 1 : 2] === 'done')
  const names = (matches: (id: string) => boolean) =>
    every.filter(([, id]) => matches(id)).map(([name, id]) => `${name} ${id === rows[name].own ? 'own' : 'other'}`)
  expect(names((id) => reported.has(id))).toEqual(names((id) => expected.some(([, mine]) => mine === id)))
  expect([...reported].filter((id) => id !== last && !every.some(([, known]) => known === id))).toEqual([])
})
