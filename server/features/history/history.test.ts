import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeHistoryCall } from '#domain/features/history/change-history.ts'
import { deliveredOrder, orderType } from '#server/testing/deliveries.ts'
import { sharedServerWithUsers } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

const { server, admin, customer, driver } = await sharedServerWithUsers()

const readHistory = (who: Person, query: Record<string, string>) => who.call('GET', `/api/muutoshistoria?${new URLSearchParams(query)}`)

test('lists who changed what on the order and its lines, and why, newest first', async () => {
  const { id, tunniste, shipments } = await deliveredOrder({ admin, customer, driver }, [{ viite: 'PO-1' }, {}])
  await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [id], syy: 'Käsin' })
  const answer = await readHistory(admin, { tyyppi: orderType, id, _format: 'json' })
  expect(answer.status, answer.text).toBe(200)
  const { data, meta } = changeHistoryCall.output.parse(answer.body)
  expect(meta.count).toBe(data.length)
  expect(data[0]).toMatchObject({
    entiteetti: 'tilaus',
    rivi: id,
    tunniste,
    kayttaja: 'Maija Meikäläinen',
    syy: 'Käsin',
    muutokset: { tilauksen_tila: ['toimitettu', 'laskutettu'] },
  })
  expect(new Set(data.map(({ rivi }) => rivi))).toEqual(new Set([id, ...shipments]))
  const picked = data.filter(({ rivi, muutokset }) => rivi === shipments[0] && muutokset.tila)
  expect(picked.map(({ muutokset }) => muutokset.tila?.[1])).toEqual(['toimitettu', 'kuljetuksessa', 'odottaa_noutoa'])
  expect(picked[0]?.tunniste).toMatch(/^L-\d+$/)
  const page = changeHistoryCall.output.parse(
    (await readHistory(admin, { tyyppi: orderType, id, 'page[offset]': '1', 'page[limit]': '2' })).body,
  )
  expect(page).toEqual({ data: data.slice(1, 3), meta })
  const line = changeHistoryCall.output.parse(
    (await readHistory(admin, { tyyppi: 'lahetys_entity--lahetys', id: shipments[0] ?? '' })).body,
  )
  expect(new Set(line.data.map(({ rivi }) => rivi))).toEqual(new Set([shipments[0]]))
})

test('is only for administrators, and only of rows that exist', async () => {
  const { id } = await deliveredOrder({ admin, customer, driver })
  const others = [
    driver,
    customer,
    await server.person(['asiakas', 'asiakas_yllapito'], String(customer.asiakasId)),
    await server.person(['huolto']),
  ]
  for (const who of others) expect((await readHistory(who, { tyyppi: orderType, id })).status).toBe(403)
  expect((await server.call('GET', `/api/muutoshistoria?tyyppi=${orderType}&id=${id}`)).status).toBe(401)
  expect((await readHistory(admin, { tyyppi: orderType, id: randomUUID() })).status).toBe(404)
  for (const query of [{ id }, { tyyppi: 'ei--ole', id }, { tyyppi: orderType, id: '1' }, { tyyppi: orderType, id, sort: 'x' }] as Record<
    string,
    string
  >[])
    expect((await readHistory(admin, query)).status).toBe(400)
})
