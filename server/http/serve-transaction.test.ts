// Calls that store their answer in the transaction of their changes: a retry changes nothing twice.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

/** The database aborts the first attempt to store an answer; the server retries it. Sequences are not rolled back. */
beforeEach(async () => {
  await server.pool.query(`
    DROP SEQUENCE IF EXISTS attempts;
    CREATE SEQUENCE attempts;
    CREATE OR REPLACE FUNCTION abort_first() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('attempts') = 1 THEN RAISE EXCEPTION 'aborted' USING ERRCODE = '40001'; END IF;
      RETURN new;
    END $$;
    CREATE OR REPLACE TRIGGER abort_first BEFORE INSERT ON toistoavain FOR EACH ROW EXECUTE FUNCTION abort_first()`)
})

async function callTwice(path: string, body: object) {
  const key = { 'idempotency-key': randomUUID() }
  const first = await admin.call('POST', path, body, key)
  expect(first.status, first.text).toBe(200)
  const second = await admin.call('POST', path, body, key)
  expect([second.status, second.text]).toEqual([200, first.text])
}
const countOf = async (query: string, ...values: unknown[]) =>
  (await server.pool.query(`SELECT count(*)::int AS n FROM ${query}`, values)).rows[0].n

test('a text message is queued once', async () => {
  const { id } = await server.person(['kuljettaja'])
  await server.pool.query('UPDATE profile_kuljettaja SET field_puhelinnumero = $2 WHERE uid_id = $1', [id, '+358401234500'])
  await callTwice('/api/sms', { users: [id], message: 'Kerran' })
  expect(await countOf('lahteva_tekstiviesti WHERE vastaanottaja_id = $1', id)).toBe(1)
})

test('a document is created once, and its recipients are reminded once', async () => {
  const driver = await server.person(['kuljettaja'])
  await callTwice('/api/dokumentit', { operation: 'create', name: 'Kerran', henkilot: [driver.id] })
  expect(await countOf(`dokumentti WHERE name = 'Kerran'`)).toBe(1)
  const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM dokumentti WHERE name = 'Kerran'`)
  await callTwice('/api/dokumentit', { operation: 'muistuta', id: rows[0]?.id })
  expect(await countOf(`notification WHERE key LIKE 'dokumentti.%'`)).toBe(1)
})

test('the repeated merge of customers has the answer of the first one', async () => {
  const [sailyva, poistuva] = [await server.customer(), await server.customer()]
  await callTwice('/api/asiakas/yhdista', { sailyva, poistuva, sailyva_vid: 1, poistuva_vid: 1 })
  expect(await countOf('asiakas WHERE id = $1 AND status = 0', poistuva)).toBe(1)
})
