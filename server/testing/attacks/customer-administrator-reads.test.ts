// Attack: the administrator of a customer tries to read another customer, and the staff, in every way that a call offers.
// Each attempt states its status; `attack` compares the whole database before and after.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream } from '../event-stream.ts'
import { type Answer, type Call, insert } from '../test-server.ts'
import {
  type AttackedCompanies,
  all,
  attack,
  type CompanyEntity,
  entitiesOf,
  lists,
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

describe('reading another customer', () => {
  test('1. each of its rows by its id is not found', async () => {
    const answers = await attack(on, () => all(entitiesOf(on.other), (name) => get(`${pathOf(name)}/${on.other.rows[name]}`)))
    expect(statusesOf(answers)).toEqual([404])
    // The same calls work on own rows.
    const own = await all(entitiesOf(on.other), (name) => get(`${pathOf(name)}/${on.own.rows[name]}`))
    expect(statusesOf(own)).toEqual([200])
  })

  test('2. its relations are not found, neither as linkage nor as rows', async () => {
    const { rows } = on.other
    const urls = [
      ...['kayntiosoite', 'laskutusosoite', 'nouto_osoite', 'yhteyshenkilo', 'asiakkaan_kayttajat'].map((name) => [
        rows.asiakas,
        'asiakas',
        name,
      ]),
      ...['lahetykset', 'asiakas', 'rahtikirja'].map((name) => [rows.tilaus, 'tilaus', name]),
      ...['nouto_osoite', 'tuote', 'kuvat'].map((name) => [rows.lahetys, 'lahetys', name]),
      [rows.postiosoite, 'postiosoite', 'yhteyshenkilo'],
    ].flatMap(([id, name, relation]) => {
      const path = `${pathOf(name as CompanyEntity)}/${id}`
      return [`${path}/relationships/${relation}`, `${path}/${relation}`]
    })
    expect(statusesOf(await attack(on, () => all(urls, get)))).toEqual([404])
  })

  test('3. lists filtered by it are empty', async () => {
    const answers = await attack(on, () => all(lists, (name) => get(`${pathOf(name)}?filter[asiakas.id]=${on.other.id}`)))
    expect(answers.map(({ status, body }) => [status, body.meta.count])).toEqual(lists.map(() => [200, 0]))
  })

  test('4. its name cannot be guessed by filters on relations', async () => {
    const operators = ['=', 'CONTAINS', 'STARTS_WITH', 'ENDS_WITH']
    const urls = lists.flatMap((name) =>
      operators.map((operator) => {
        const condition = { path: 'asiakas.name', operator, value: operator === 'ENDS_WITH' ? `${secretWord} Oy` : secretWord }
        return `${pathOf(name)}?${query(Object.fromEntries(Object.entries(condition).map(([key, value]) => [`filter[x][condition][${key}]`, value])))}`
      }),
    )
    const answers = await attack(on, () => all(urls, get))
    expect(answers.map(({ status, body }) => `${status} ${body.meta.count}`)).toEqual(urls.map(() => '200 0'))
  })

  test('5. filters for anybody but oneself find no rows of others', async () => {
    const others = `filter[x][condition][path]=asiakas.id&filter[x][condition][operator]=${encodeURIComponent('<>')}&filter[x][condition][value]=${on.own.id}`
    const answers = await attack(on, () => all(lists, (name) => get(`${pathOf(name)}?${others}`)))
    expect(answers.map(({ status, body }) => [status, body.meta.count])).toEqual(lists.map(() => [200, 0]))
  })

  test('6. a group of filters joined by OR does not widen a list', async () => {
    const or = query({
      'filter[g][group][conjunction]': 'OR',
      'filter[a][condition][path]': 'asiakas.id',
      'filter[a][condition][value]': on.own.id,
      'filter[a][condition][memberOf]': 'g',
      'filter[b][condition][path]': 'asiakas.id',
      'filter[b][condition][value]': on.other.id,
      'filter[b][condition][memberOf]': 'g',
    })
    const answers = await attack(on, () => all(lists, (name) => get(`${pathOf(name)}?${or}`)))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.data).toHaveLength(1)
    }
  })

  test('7. users are not found through the customer that they belong to, nor the staff by anything', async () => {
    const conditions = [
      { path: 'asiakasprofiilit.field_asiakas.id', value: on.other.id },
      { path: 'asiakasprofiilit.field_asiakas.name', value: `${secretWord} Oy` },
      { path: 'field_fullname', value: `${secretWord} Jäsen` },
      { path: 'mail', value: `${on.admin.name}@esimerkki.fi` },
      { path: 'name', value: on.driver.name },
    ]
    const urls = conditions.map(({ path, value }) => `${pathOf('user')}?filter[${path}]=${encodeURIComponent(value)}`)
    // A path that the role does not know is refused.
    for (const { status, body } of await attack(on, () => all(urls, get)))
      expect(status === 400 || (status === 200 && body.meta.count === 0), JSON.stringify(body)).toBe(true)
  })

  test('8. the driver of an own shipment cannot be guessed by filters or by sorting', async () => {
    const urls = [
      `filter[kuljettaja.name]=${on.driver.name}`,
      `filter[kuljettaja.id]=${on.driver.id}`,
      'filter[x][condition][path]=kuljettaja&filter[x][condition][operator]=IS%20NOT%20NULL',
      'sort=kuljettaja.name',
      'sort=-kuljettaja.mail',
      'include=kuljettaja',
      'include=auto',
    ].map((parameters) => `${pathOf('lahetys')}?${parameters}`)
    expect(statusesOf(await attack(on, () => all(urls, get)))).toEqual([400])
  })

  test('9. includes from own rows bring nobody else along', async () => {
    const urls = [
      `${pathOf('asiakas')}?include=asiakkaan_kayttajat,nouto_osoite,laskutusosoite,yhteyshenkilo,kayntiosoite`,
      `${pathOf('tilaus')}?include=asiakas.asiakkaan_kayttajat,lahetykset.nouto_osoite,lahetykset.tuote`,
    ]
    const answers = await attack(on, () => all(urls, get))
    expect(statusesOf(answers)).toEqual([200])
    const ownUsers = new Set([on.attacker.id, on.own.member.id])
    for (const { body } of answers)
      for (const { type, id } of body.included ?? []) if (type === typeOf('user')) expect(ownUsers.has(id)).toBe(true)
  })

  test('10. searches find nothing of it, and removed rows are not listed', async () => {
    const searches = lists.filter((name) => name !== 'lahetys').map((name) => `${pathOf(name)}?filter[q]=${secretWord}`)
    for (const { status, body } of await attack(on, () => all(searches, get))) expect(status === 400 || body.meta?.count === 0).toBe(true)
    // Only administrators list what is removed, own rows included.
    for (const asiakas_id of [on.own.id, on.other.id])
      await insert(on.server.pool, 'postiosoite', { id: randomUUID(), asiakas_id, name: 'Poistettu', status: 0 })
    const removed = await attack(on, () => all(lists, (name) => get(`${pathOf(name)}?filter[status]=0`)))
    expect(removed.map(({ status, body }) => [status, body.meta.count])).toEqual(lists.map(() => [200, 0]))
  })

  test('11. suggestions and the lists of one customer refuse its id, and without it have nothing of it', async () => {
    const paths = [
      '/api/osoite',
      '/api/tuotteet',
      '/api/tuntituote',
      '/api/avoimet_tilaukset',
      '/api/arkistoidut_tilaukset',
      '/api/asiakas/kuukaudet',
      '/api/asiakas/paastot',
    ]
    const urls = [
      ...paths.map((path) => `${path}?asiakas_id=${on.other.id}`),
      `/api/autocomplete/osoite?search=${secretWord}&asiakas_id=${on.other.id}`,
    ]
    expect(statusesOf(await attack(on, () => all(urls, get)))).toEqual([403])
    const searches = ['postiosoite', 'laskutusosoite_email', 'laskutusosoite_posti', 'laskutusosoite_verkkolasku'].map(
      (bundle) => `/api/autocomplete/osoite?search=${secretWord}&bundle=${bundle}`,
    )
    for (const { status, body } of await attack(on, () => all(searches, get))) expect([status, body.meta.count]).toEqual([200, 0])
    const [users] = await attack(on, () => all([`/api/user-list?asiakas_id=${on.other.id}`], get))
    expect([users?.status, users?.body.data]).toEqual([200, []])
  })
})

describe('side ways', () => {
  test('26. where its rows are used is not told', async () => {
    const answers = await attack(on, () =>
      all(['postiosoite', 'yhteyshenkilo', 'tuote', 'tilaus'] as const, (name) =>
        get(`/api/kayttokohteet?tyyppi=${typeOf(name)}&id=${on.other.rows[name]}`),
      ),
    )
    expect(statusesOf(answers)).toEqual([404])
  })

  test('27. files of lists have only own rows, whatever they are filtered by', async () => {
    const filters = [
      `filter[asiakas.id]=${on.other.id}`,
      `filter[asiakas.name]=${secretWord}%20Oy`,
      `filter[id]=${on.other.rows.postiosoite}`,
    ]
    const urls = filters.map((filter) => `/api/rekisteri-vienti?tyyppi=${typeOf('postiosoite')}&sarakkeet=name,field_osoite_1&${filter}`)
    const answers = await attack(on, async () => [
      ...(await all(urls, get)),
      await get(`/api/tilaukset-vienti?muoto=csv&filter[asiakas.id]=${on.other.id}`),
      await get(`/api/tilaukset-vienti?muoto=csv&filter[id]=${on.other.rows.tilaus}`),
    ])
    expect(statusesOf(answers)).toEqual([200])
    // A heading and nothing more.
    for (const { text } of answers) expect(text.trim().split('\n')).toHaveLength(1)
  })

  test('29. the event stream reports changes of own rows alone', async () => {
    const address = await on.server.app.listen({ port: 0 })
    const stream = await openStream(address, on.attacker.authorization)
    const change = (who: typeof on.attacker, id: string, name: string) =>
      who.call('PATCH', `${pathOf('tuote')}/${id}`, { data: { type: typeOf('tuote'), id, attributes: { name } } })
    expect((await change(on.other.member, on.other.rows.tuote, `${secretWord} lava 2`)).status).toBe(200)
    expect((await change(on.own.member, on.own.rows.tuote, 'Oma lava 2')).status).toBe(200)
    const { data } = await stream.next()
    await stream.close()
    expect(data).toContain(on.own.rows.tuote)
    expect(data).not.toContain(on.other.rows.tuote)
  })

  test('31. notices to others are not read or dismissed', async () => {
    const [theirs, staff] = [randomUUID(), randomUUID()]
    const { pool } = on.server
    await insert(pool, 'notification', { id: theirs, tyyppi: 'PERSONAL', henkilot_ids: [on.other.member.id], message: secretWord })
    await insert(pool, 'notification', { id: staff, tyyppi: 'GLOBAL', roles: ['yllapito'], message: secretWord })
    const answers = await attack(on, async () => [
      await get('/api/notifications'),
      await get('/jsonapi/notification_entity/notification_entity'),
      await call('POST', '/api/notifications', { operation: 'dismiss', ids: [theirs, staff] }),
    ])
    expect(statusesOf(answers)).toEqual([200])
    expect(answers.at(-1)?.body.results).toMatchObject([{ success: false }, { success: false }])
  })

  test('32. settings, messages, logs, documents, prices and histories are refused', async () => {
    const { tilaus, user } = on.other.rows
    const answers = await attack(on, async () => [
      await call('PATCH', '/api/asetukset', { values: { maksuehto: 30 }, versio: 0 }),
      await call('POST', '/api/sms', { users: [user], message: 'Kaappaus' }),
      await call('POST', '/api/sms/vastaanottajat', { users: [user] }),
      await call('POST', '/api/integraatiot', { operation: 'testaa', nimi: 'posti' }),
      await call('POST', '/api/epaonnistuneet_tyot', { operation: 'yrita_uudelleen', ids: [randomUUID()] }),
      await call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'setHinta', ids: [tilaus], hinta: 1 }),
      await call('POST', '/api/avoimet_tilaukset', { operation: 'markAsSiirrossa', params: { id: on.other.rows.lahetys } }),
      ...(await all(
        [
          '/api/asetukset',
          '/api/asetukset/historia',
          '/api/integraatiot',
          '/api/ajastetut_tyot',
          '/api/lahteva_posti',
          '/api/tekstiviestit',
          '/api/turvaloki',
          '/api/dokumentit',
          `/api/hintalaskuri/logs?tilaus_id=${tilaus}`,
          `/api/muutoshistoria?tyyppi=${typeOf('tilaus')}&id=${tilaus}`,
          `/api/laskuttamattomat_tilaukset?operation=getTilaukset&tilausIds=${tilaus}`,
          '/api/paivan_kuljettajat',
        ],
        get,
      )),
    ])
    expect(statusesOf(answers)).toEqual([403])
  })
})
