import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { midnightOf } from '#domain/values/time/time.ts'
import { insert, startServerWithUsers } from '#server/testing/test-server.ts'

const { server, admin, driver, customer } = await startServerWithUsers()
const other = await server.person(['kuljettaja'])
afterAll(() => server.close())

const path = '/api/tyovuoro/kalenterilinkki'
const linkOf = async (who = driver) => (await who.call('POST', path, { operation: 'luo' })).body.osoite as string
const [car, route] = [randomUUID(), randomUUID()]
await insert(server.pool, 'auto', { id: car, rekisterinumero: 'RYE-762' })
await insert(server.pool, 'tyoreitti', { id: route, reittinro: '7; A', name: 'Keskusta', lisatiedot: { value: 'Avain, ovella\nKoodi 12' } })
const common = { kuljettaja_id: driver.id, tila: 'PUBLISHED' }
const summer = randomUUID()
await insert(server.pool, 'tyovuoro', {
  ...{ ...common, id: summer, paiva: midnightOf('2027-03-29'), alkuaika: 360, kesto: 480 },
  ...{ tyoreitti_ids: [route], auto_id: car },
})
await insert(server.pool, 'tyovuoro', { ...common, id: randomUUID(), paiva: midnightOf('2026-11-23'), tyyppi: 'LOMA' })
await insert(server.pool, 'tyovuoro', { ...common, id: randomUUID(), paiva: midnightOf('2026-11-24'), tila: 'UNPUBLISHED' })
await insert(server.pool, 'tyovuoro', { ...common, id: randomUUID(), paiva: midnightOf('2026-11-25'), kuljettaja_id: other.id })

const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('the feed has the driver’s own published shifts, in UTC and folded lines', async () => {
  const feed = await server.call('GET', await linkOf())
  expect([feed.status, feed.headers['content-type'], feed.headers['cache-control']]).toEqual([
    ...[200, 'text/calendar; charset=utf-8', 'private, no-store'],
  ])
  for (const line of feed.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = unfolded(feed.text)
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
  for (const line of [
    `UID:${summer}@kuorma`,
    // 6.00 in summer time.
    'DTSTART:20270329T030000Z',
    'DTEND:20270329T110000Z',
    'SUMMARY:Töissä\\, reitti 7\\; A · RYE-762',
    'DESCRIPTION:Avain\\, ovella\\nKoodi 12',
    'DTSTART;VALUE=DATE:20261123',
    'DTEND;VALUE=DATE:20261124',
    'SUMMARY:Lomalla',
  ])
    expect(lines).toContain(line)
  expect(feed.text).not.toContain(driver.name)
})

test('a new link replaces the old one, a revoked one is gone, and only its driver has it', async () => {
  const first = await linkOf()
  const second = await linkOf()
  const statusOf = async (url: string) => (await server.call('GET', url)).status
  expect([first === second, await statusOf(first), await statusOf(second)]).toEqual([false, 404, 200])
  expect((await driver.call('GET', path)).body).toEqual({ kaytossa: true, luotu: server.clock.now, viimeksi_haettu: server.clock.now })
  const { rows } = await server.pool.query('SELECT * FROM calendar_link')
  expect(JSON.stringify(rows)).not.toContain(second.slice('/kalenteri/'.length, -'.ics'.length))
  const theirs = await linkOf(other)
  await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [other.id])
  expect(await statusOf(theirs)).toBe(404)
  expect((await driver.call('POST', path, { operation: 'poista' })).body).toEqual({ success: true, osoite: '' })
  expect([await statusOf(second), (await driver.call('GET', path)).body.kaytossa]).toEqual([404, false])
  for (const guess of ['x', `${'A'.repeat(43)}.ics`, `${'A'.repeat(43)}`, '%00.ics', "' or 1=1.ics"])
    expect(await statusOf(`/kalenteri/${encodeURI(guess)}`), guess).toBe(404)
  for (const who of [admin, customer]) expect((await who.call('POST', path, { operation: 'luo' })).status).toBe(403)
  expect((await driver.call('POST', path, { operation: 'nayta' })).status).toBe(422)
})

test('switched off with the shifts', async () => {
  const link = await linkOf()
  const { versio } = (await admin.call('GET', '/api/asetukset')).body
  await admin.call('PATCH', '/api/asetukset', { values: { poissa_kaytosta: ['tyovuorot'] }, versio })
  expect((await server.call('GET', link)).status).toBe(404)
})
