// Attack: the administrator of a customer tries to change another customer, and the staff, in every way that a call offers.
// Each attempt states its status; `attack` compares the whole database before and after.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations, uploadFile } from '../deliveries.ts'
import { type Answer, type Call, testPassword } from '../test-server.ts'
import {
  type AttackedCompanies,
  all,
  attack,
  type CompanyEntity,
  entitiesOf,
  linkTo,
  owned,
  pathOf,
  query,
  secretWord,
  startAttackedCompanies,
  statusesOf,
  typeOf,
} from './attacked-companies.ts'

let on: AttackedCompanies
let call: Call
beforeAll(async () => {
  on = await startAttackedCompanies()
  call = on.attacker.call
})
afterAll(() => on.close())

const get = (url: string): Promise<Answer> => call('GET', url)
const patch = (name: CompanyEntity, id: string, change: object) =>
  call('PATCH', `${pathOf(name)}/${id}`, { data: { type: typeOf(name), id, ...change } })

describe('writing to another customer', () => {
  test('12. its rows are neither changed nor removed', async () => {
    const rows = entitiesOf(on.other).filter((name) => name !== 'file' && name !== 'asiakas')
    const changed = await attack(on, () => all(rows, (name) => patch(name, on.other.rows[name], { attributes: { vid: 1 } })))
    expect(statusesOf(changed)).toEqual([404])
    const removed = await attack(on, () => all(owned, (name) => call('DELETE', `${pathOf(name)}/${on.other.rows[name]}`)))
    expect(statusesOf(removed)).toEqual([404])
    expect(
      statusesOf(await attack(on, () => all([on.other.id], (id) => patch('asiakas', id, { attributes: { saa_jattaa: true } })))),
    ).toEqual([404])
  })

  test('13. new rows are not made under it, by attribute or by relation', async () => {
    const byAttribute = (name: (typeof owned)[number]) =>
      call('POST', pathOf(name), { data: { type: typeOf(name), attributes: { asiakas_id: on.other.id } } })
    const byRelation = (name: (typeof owned)[number]) =>
      call('POST', pathOf(name), { data: { type: typeOf(name), relationships: { asiakas: linkTo('asiakas', on.other.id) } } })
    expect(statusesOf(await attack(on, () => all(owned, byAttribute)))).toEqual([403])
    expect(statusesOf(await attack(on, () => all(owned, byRelation)))).toEqual([403])
    const order = () =>
      operations(on.attacker, [{ op: 'add', data: { type: typeOf('tilaus'), id: randomUUID(), attributes: { asiakas_id: on.other.id } } }])
    expect(statusesOf(await attack(on, async () => [await order()]))).toEqual([403])
  })

  test('14. own rows are not moved to it', async () => {
    const byAttribute = await attack(on, () =>
      all(owned, (name) => patch(name, on.own.rows[name], { attributes: { asiakas_id: on.other.id } })),
    )
    const byRelation = await attack(on, () =>
      all(owned, (name) => patch(name, on.own.rows[name], { relationships: { asiakas: linkTo('asiakas', on.other.id) } })),
    )
    expect(statusesOf([...byAttribute, ...byRelation])).toEqual([403])
  })

  test('15. its address, contact, product and file are not adopted by own rows', async () => {
    const { own, other } = on
    const adopted: [CompanyEntity, string, CompanyEntity, 'one' | 'many'][] = [
      ['asiakas', 'kayntiosoite', 'postiosoite', 'one'],
      ['asiakas', 'nouto_osoite', 'postiosoite', 'many'],
      ['postiosoite', 'yhteyshenkilo', 'yhteyshenkilo', 'one'],
      ['lahetys', 'nouto_osoite', 'postiosoite', 'one'],
      ['lahetys', 'toimitus_yhteyshenkilo', 'yhteyshenkilo', 'one'],
      ['lahetys', 'tuote', 'tuote', 'one'],
      ['lahetys', 'kuvat', 'file', 'many'],
    ]
    const answers = await attack(on, () =>
      all(adopted, ([name, relation, target, kind]) => {
        const link = linkTo(target, other.rows[target])
        return patch(name, own.rows[name], { relationships: { [relation]: kind === 'one' ? link : { data: [link.data] } } })
      }),
    )
    for (const [index, { status }] of answers.entries()) expect([403, 422], adopted[index]?.join(' ')).toContain(status)
    const added = await attack(on, () =>
      all(['POST', 'PATCH'] as const, (method) =>
        call(method, `${pathOf('asiakas')}/${own.id}/relationships/nouto_osoite`, {
          data: [linkTo('postiosoite', other.rows.postiosoite).data],
        }),
      ),
    )
    expect(statusesOf(added)).toEqual([422])
  })

  test('16. a save of own rows and one of its rows stores nothing', async () => {
    const own = { op: 'update', data: { type: typeOf('tuote'), id: on.own.rows.tuote, attributes: { kuvaus: 'Oma' } } }
    const made = { op: 'add', data: { type: typeOf('postiosoite'), attributes: { name: 'Oma piha' } } }
    const theirs = { op: 'update', data: { type: typeOf('tuote'), id: on.other.rows.tuote, attributes: { kuvaus: 'Oma' } } }
    const answers = await attack(on, () =>
      all(
        [
          [own, made, theirs],
          [theirs, own],
        ],
        (list) => operations(on.attacker, list),
      ),
    )
    expect(statusesOf(answers)).toEqual([404])
  })

  test('17. a new row does not take the id of one of its rows', async () => {
    const answers = await attack(on, () =>
      all(owned, (name) =>
        call('POST', pathOf(name), { data: { type: typeOf(name), id: on.other.rows[name], attributes: { name: 'Kaappaus' } } }),
      ),
    )
    for (const { status } of answers) expect([409, 422]).toContain(status)
  })

  test('18. changes of many rows at once refuse its rows one by one', async () => {
    const { lahetys } = on.other.rows
    const answers = await attack(on, async () => [
      await call('POST', '/api/bulk-operation', {
        entityType: 'lahetys',
        ids: [lahetys],
        operation: 'setTila',
        params: { tila: 'peruutettu' },
      }),
      await call('POST', '/api/muutokset', {
        changes: [{ id: on.other.rows.tilaus, rows: [{ entityType: 'lahetys', id: lahetys, vid: 2, values: { viesti: 'Kaappaus' } }] }],
      }),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.results).toMatchObject([{ success: false }])
    }
  })

  test('19. orders are not imported, priced, printed, mailed or followed for it', async () => {
    const { tilaus } = on.other.rows
    const base64 = Buffer.from('viite\nkaappaus').toString('base64')
    const refused = await attack(on, async () => [
      await call('POST', '/api/import-tilaus-csv', { asiakas_id: on.other.id, base64 }),
      await call('POST', '/api/hintalaskuri', { asiakas_id: on.other.id, lahetykset: [{}] }),
    ])
    expect(statusesOf(refused)).toEqual([403])
    const absent = await attack(on, async () => [
      await call('POST', '/api/tilaus/rahtikirja', { tilaus_id: tilaus }),
      await call('POST', '/api/tilaus/rahtikirja_posti', { tilaus_id: tilaus, vastaanottajat: ['kaappaus@esimerkki.fi'] }),
      await call('POST', '/api/tilaus/seurantalinkki', { operation: 'pois', id: tilaus }),
      await get(`/api/tilaus/seurantalinkki?id=${tilaus}`),
      await get(`/api/tilaus/tapahtumat?id=${tilaus}`),
    ])
    expect(statusesOf(absent)).toEqual([404])
  })

  test('20. customers are not merged, removed or compared', async () => {
    const pair = { sailyva: on.own.id, poistuva: on.other.id }
    const answers = await attack(on, async () => [
      await call('POST', '/api/asiakas/yhdista', { ...pair, sailyva_vid: 1, poistuva_vid: 1 }),
      await get(`/api/asiakas/yhdistys?${query(pair)}`),
      await call('POST', '/api/asiakas/delete', { ids: [on.other.id] }),
      await get(`/api/asiakas/samankaltaiset?nimi=${secretWord}`),
    ])
    expect(statusesOf(answers)).toEqual([403])
  })
})

describe('people', () => {
  const person = (more: object) => {
    const name = `kaappaus-${randomUUID().slice(0, 8)}`
    return call('POST', '/api/user', {
      name,
      mail: `${name}@esimerkki.fi`,
      user_roles: ['asiakas'],
      existing_password: testPassword,
      ...more,
    })
  }

  test('21. nobody is made with a role of the staff, or for the other customer', async () => {
    const answers = await attack(on, async () => [
      ...(await all(['yllapito', 'kuljettaja', 'huolto'], (role) => person({ user_roles: ['asiakas', role] }))),
      ...(await all(['yllapito', 'kuljettaja', 'huolto'], (role) => person({ profile_fields: { roles: [role] } }))),
      await person({ asiakas_id: on.other.id }),
    ])
    for (const { status } of answers) expect([403, 422]).toContain(status)
    const generic = await attack(on, async () => [
      await call('POST', pathOf('user'), { data: { type: typeOf('user'), attributes: { name: 'kaappaus', user_roles: ['yllapito'] } } }),
    ])
    for (const { status } of generic) expect([403, 422]).toContain(status)
  })

  test('22. neither oneself nor a colleague gets a role of the staff', async () => {
    const { attacker, own } = on
    const answers = await attack(on, async () => [
      ...(await all([attacker.id, own.member.id], (id) =>
        call('PATCH', '/api/user', { id, user_roles: ['asiakas', 'asiakas_yllapito', 'yllapito'] }),
      )),
      ...(await all([attacker.id, own.member.id], (id) => call('PATCH', '/api/user', { id, profile_fields: { roles: ['kuljettaja'] } }))),
      ...(await all([attacker.id, own.member.id], (id) => patch('user', id, { attributes: { user_roles: ['asiakas', 'yllapito'] } }))),
    ])
    for (const { status } of answers) expect([403, 422]).toContain(status)
  })

  test('23. mail addresses, passwords and profiles of the staff and of its users are not changed', async () => {
    const { admin, driver, other } = on
    const strangers = [admin.id, driver.id, other.member.id, other.administrator.id]
    const answers = await attack(on, async () => [
      ...(await all(strangers, (id) => call('PATCH', '/api/user', { id, mail: 'kaappaus@esimerkki.fi', existing_password: testPassword }))),
      ...(await all(strangers, (id) =>
        call('PATCH', '/api/user', { id, newPassword: 'Kaappaajan-uusi-sana-7', existing_password: testPassword }),
      )),
      ...(await all(strangers, (id) => call('PATCH', '/api/user', { id, profile_fields: { field_puhelinnumero: '0401112222' } }))),
      ...(await all(strangers, (id) => patch('user', id, { attributes: { mail: 'kaappaus@esimerkki.fi' } }))),
      await patch('profile_asiakas', other.rows.profile_asiakas, { attributes: { field_puhelinnumero: '0401112222' } }),
    ])
    expect(statusesOf(answers)).toEqual([404])
  })

  test('24. the staff and its users are not disabled or signed out', async () => {
    const { admin, driver, other } = on
    const strangers = [admin.id, driver.id, other.member.id]
    const answers = await attack(on, async () => [
      ...(await all(strangers, (id) => call('DELETE', '/api/user', { id, existing_password: testPassword }))),
      ...(await all(strangers, (id) => call('PATCH', '/api/user', { id, status: 0, existing_password: testPassword }))),
      ...(await all(strangers, (id) => call('DELETE', `${pathOf('user')}/${id}`))),
      ...(await all(strangers, (id) => call('DELETE', '/api/istunnot', { user_id: id, kaikki: true }))),
      ...(await all(strangers, (id) => get(`/api/istunnot?user_id=${id}`))),
      ...(await all(strangers, (id) => get(`/api/kaksivaiheinen?user_id=${id}`))),
    ])
    for (const { status } of answers) expect([403, 404]).toContain(status)
    for (const who of [admin, driver, other.member]) expect((await who.call('GET', '/jsonapi')).status).toBe(200)
  })

  test('25. the own profile does not move to the other customer', async () => {
    const { rows } = await on.server.pool.query<{ id: string }>('SELECT id FROM profile_asiakas WHERE uid_id = $1', [on.attacker.id])
    const id = rows[0]?.id ?? ''
    const answers = await attack(on, async () => [
      await patch('profile_asiakas', id, { relationships: { field_asiakas: linkTo('asiakas', on.other.id) } }),
      await call('PATCH', '/api/user', { id: on.attacker.id, asiakas_id: on.other.id }),
      await call('PATCH', '/api/user', { id: on.own.member.id, asiakas_id: on.other.id }),
    ])
    for (const { status } of answers) expect([403, 422]).toContain(status)
  })
})

describe('side ways', () => {
  test('28. its file is not read, described or removed, and nothing is uploaded', async () => {
    const { file } = on.other.rows
    const answers = await attack(on, async () => [
      await get(`/file/${file}`),
      await patch('file', file, { attributes: { kuvaus: 'Kaappaus' } }),
      await call('DELETE', '/api/kuva', { id: file }),
      await call('POST', '/api/kuva', { lahetys: on.other.rows.lahetys, kuva: 'AAAA', extension: 'png' }),
      await uploadFile(on.attacker, new Uint8Array([1, 2, 3]), 'a.png', {}, 'lahetys_entity/lahetys/kuvat'),
    ])
    for (const { status } of answers) expect([403, 404]).toContain(status)
  })

  test('30. another’s Idempotency-Key answers nothing of theirs', async () => {
    const headers = { 'idempotency-key': `avain-${randomUUID()}` }
    const body = { data: { type: typeOf('postiosoite'), attributes: { name: `${secretWord} piha`, asiakas_id: on.other.id } } }
    expect((await on.other.administrator.call('POST', pathOf('postiosoite'), body, headers)).status).toBe(201)
    const answers = await attack(on, async () => [await call('POST', pathOf('postiosoite'), body, headers)])
    expect(statusesOf(answers)).toEqual([403])
  })
})
