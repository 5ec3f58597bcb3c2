import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesCall, addressSuggestionsCall } from '#domain/features/addresses/addresses.ts'
import { postalPointsCall } from '#domain/features/addresses/postal-points.ts'
import { readGeonames } from '#server/platform/ports/maps/geonames.ts'
import { replacePostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { operations, orderType, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let stranger: Person
let driver: Person

const geonames = [
  'FI\t33100\tTampere\tPirkanmaa\t06\tTampere\t064\tTampere\t837\t61.4991\t23.7871\t6',
  'FI\t33200\tTampere\tPirkanmaa\t06\tTampere\t064\tTampere\t837\t61.4941\t23.7519\t6',
  'FI\t04300\tTuusula\tUusimaa\t01\tHelsinki\t011\tTuusula\t858\t60.4039\t25.0294\t6',
  'FI\t63100\tÄhtäri\tEtelä-Pohjanmaa\t14\tKuusiokunnat\t144\tÄhtäri\t989\t62.55\t24.0667\t4',
]

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer())
  stranger = await server.person(['asiakas'], await server.customer())
  driver = await server.person(['kuljettaja'])
  await replacePostalCodes(server.pool, readGeonames(geonames.join('\r\n')))
})
afterAll(() => server.close())

async function save(who: Person, values: Record<string, unknown>, bundle: Parameters<typeof insert>[1] = 'postiosoite'): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, bundle, { id, asiakas_id: who.asiakasId, ...values })
  return id
}
const get = (who: Person, path: string, query: Record<string, string>) => who.call('GET', `${path}?${new URLSearchParams(query)}`)
async function suggested(who: Person, query: Record<string, string>) {
  const answer = await get(who, '/api/autocomplete/osoite', query)
  expect(answer.status, answer.text).toBe(200)
  return addressSuggestionsCall.output.parse(answer.body).data
}
const labels = async (who: Person, search: string, more: Record<string, string> = {}) =>
  (await suggested(who, { search, ...more })).map(({ label }) => label)
async function listed(who: Person, query: Record<string, string>) {
  const answer = await get(who, '/api/osoite', query)
  expect(answer.status, answer.text).toBe(200)
  return addressesCall.output.parse(answer.body)
}

describe('suggestions', () => {
  test('are first the viewer’s saved addresses by parts of words in any case, then postal codes', async () => {
    const depot = { name: 'Pohjoisterminaali', field_osoite_1: 'Ässäkuja 5', field_postinumero: '33100', field_postitoimipaikka: 'Tampere' }
    const id = await save(customer, depot)
    await save(customer, { name: 'Poistettu terminaali', status: 0 })
    await save(stranger, { ...depot, name: 'Vieraan terminaali' })
    expect(await labels(customer, 'TERMINAALI')).toEqual(['Pohjoisterminaali, Ässäkuja 5, 33100 Tampere'])
    expect(await labels(customer, 'ässä 331')).toEqual(['Pohjoisterminaali, Ässäkuja 5, 33100 Tampere', 'Ässäkuja, Tampere'])
    expect(await labels(customer, 'assa')).toEqual([])
    expect(await labels(customer, 'tampere')).toEqual(['Pohjoisterminaali, Ässäkuja 5, 33100 Tampere', '33100 Tampere', '33200 Tampere'])
    const [own, place] = await suggested(customer, { search: 'tamp', _format: 'json' })
    expect(own).toMatchObject({ id, lahde: 'tallennettu', arvio: false, bundle: 'postiosoite', field_osoite_1: 'Ässäkuja 5', lat: null })
    expect(place).toMatchObject({
      id: '',
      lahde: 'postinumerot',
      arvio: true,
      field_postinumero: '33100',
      lat: 61.4991,
      lng: 23.7871,
      field_maa: 'FI',
    })
    // A typed street is never combined with a postal code: the table has no streets.
    expect(await labels(customer, 'Uusikatu 3, 332')).toEqual(['33200 Tampere'])
    expect(await labels(customer, 'Hämeenkatu 5, Tamp')).toEqual(['33100 Tampere', '33200 Tampere'])
    for (const { field_osoite_1 } of await suggested(customer, { search: 'Hämeenkatu 5, 33100 Tampere' })) expect(field_osoite_1).toBe('')
    expect(await labels(customer, 'ÄHT')).toEqual(['63100 Ähtäri'])
  })

  test('contain streets and towns of own saved addresses, and never a typed street with a postal code', async () => {
    const people = await server.person(['asiakas'], await server.customer())
    const tallinn = { field_osoite_1: 'Sadama 3', field_postinumero: '10111', field_postitoimipaikka: 'Tallinna', field_maa: 'EE' }
    await save(people, { name: 'Satama', ...tallinn })
    for (const number of [1, 2])
      await save(people, { name: `Piha ${number}`, field_osoite_1: `Kuusikatu ${number} B`, field_postitoimipaikka: 'Tampere' })
    await save(people, { name: 'Muualla', field_osoite_1: 'Kuusikatu 9', field_postinumero: '63100', field_postitoimipaikka: 'Ähtäri' })
    expect(await labels(people, 'KUUSIKATU 44')).toEqual(['Kuusikatu, Tampere', 'Kuusikatu, Ähtäri'])
    expect(await labels(people, 'kuusik 44, äht')).toEqual(['Kuusikatu, Ähtäri', '63100 Ähtäri'])
    expect(await suggested(people, { search: 'Kuusikatu 44' })).toMatchObject(
      Array(2).fill({ lahde: 'aiemmat', field_osoite_1: 'Kuusikatu', field_postinumero: '', lat: null, arvio: true }),
    )
    // Also in countries whose postal codes are not in the table.
    expect(await labels(people, 'tallin')).toEqual(['Satama, Sadama 3, 10111 Tallinna', '10111 Tallinna'])
    expect(await labels(stranger, 'Kuusikatu 44')).toEqual([])
    expect(await labels(people, 'kuusikat_ 44')).toEqual([])
  })

  test('treat special characters in typed text as plain text', async () => {
    await save(customer, { name: '100 % Oy' })
    await save(customer, { name: '1000 Oy', field_osoite_1: `O'Hara_katu` })
    expect(await labels(customer, '100 %')).toEqual(['100 % Oy'])
    expect(await labels(customer, 'hara_')).toEqual([`1000 Oy, O'Hara_katu`])
    for (const search of ['%', '_', "'; DROP TABLE postinumero; --", '\\', '((('])
      expect((await get(customer, '/api/autocomplete/osoite', { search })).status).toBe(200)
  })

  test('list names that begin with the text first, ten at most', async () => {
    const people = await server.person(['asiakas'], await server.customer())
    for (const name of ['Uusi Varasto', 'Varasto B', 'Varasto A']) await save(people, { name })
    expect(await labels(people, 'varasto')).toEqual(['Varasto A', 'Varasto B', 'Uusi Varasto'])
    for (let made = 0; made < 9; made++) await save(people, { name: `Varasto ${made}` })
    expect(await labels(people, '')).toHaveLength(10)
  })

  test('can be limited to a use and a kind; e-mail billing addresses are not suggested', async () => {
    const people = await server.person(['asiakas'], await server.customer())
    await save(people, { name: 'Nouto', tyyppi: ['nouto', 'toimitus'] })
    await save(people, { name: 'Reitti', tyyppi: ['reitti'] })
    expect(await labels(people, '', { tyyppi: 'toimitus' })).toEqual(['Nouto'])
    await save(people, { field_sahkopostiosoite: 'laskut@tampere.test' }, 'laskutusosoite_email')
    await save(people, { field_verkkolaskuosoite: '003712345671', field_valittaja: '003721291126' }, 'laskutusosoite_verkkolasku')
    expect(await labels(people, 'tampere', { bundle: 'laskutusosoite_email' })).toEqual(['laskut@tampere.test'])
    expect(await labels(people, '', { bundle: 'laskutusosoite_verkkolasku', tyyppi: 'laskutus' })).toEqual(['003712345671 (003721291126)'])
    expect(await labels(people, 'tampere', { bundle: 'laskutusosoite_posti' })).toEqual(['33100 Tampere', '33200 Tampere'])
  })

  test('of a customer are visible to its own users and to administrators', async () => {
    const people = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer())
    const asiakas_id = String(people.asiakasId)
    await save(people, { name: 'Oma' })
    expect(await labels(admin, '', { asiakas_id })).toEqual(['Oma'])
    expect(await labels(people, '', { asiakas_id })).toEqual(['Oma'])
    expect((await get(stranger, '/api/autocomplete/osoite', { asiakas_id })).status).toBe(403)
    expect((await get(stranger, '/api/osoite', { asiakas_id })).status).toBe(403)
    expect(await labels(driver, 'oma')).toEqual([])
    expect((await get(driver, '/api/autocomplete/osoite', { bundle: 'laskutusosoite_email' })).status).toBe(403)
  })
})

test('the list is a page of a customer’s addresses by name, or the addresses with the requested ids', async () => {
  const people = await server.person(['asiakas'], await server.customer())
  const ids = []
  for (const name of ['Öljy', 'Aitta', 'Zeppelin', 'Ässä']) ids.push(await save(people, { name, tyyppi: ['nouto'] }))
  const names = async (query: Record<string, string>) => {
    const { data, meta } = await listed(people, query)
    return [data.map(({ name }) => name), meta.count]
  }
  expect(await names({})).toEqual([['Aitta', 'Zeppelin', 'Ässä', 'Öljy'], 4])
  expect(await names({ 'page[offset]': '1', 'page[limit]': '2', tyyppi: 'nouto' })).toEqual([['Zeppelin', 'Ässä'], 4])
  expect(await names({ 'page[offset]': '9' })).toEqual([[], 4])
  expect(await names({ ids: `${ids[0]},${ids[1]}` })).toEqual([['Aitta', 'Öljy'], 2])
  const foreign = await save(stranger, { name: 'Vieras' })
  expect(await names({ ids: foreign })).toEqual([[], 0])
  expect((await listed(admin, { ids: foreign })).data).toMatchObject([{ id: foreign, name: 'Vieras', tyyppi: [] }])
})

describe('an address that is saved', () => {
  const type = 'osoite_entity--postiosoite'
  const stored = async (who: Person, attributes: Record<string, unknown>, was: { id: string; vid: number } | null = null) => {
    const answer = was
      ? await who.call('PATCH', `/jsonapi/osoite_entity/postiosoite/${was.id}`, {
          data: { type, id: was.id, attributes: { vid: was.vid, ...attributes } },
        })
      : await who.call('POST', '/jsonapi/osoite_entity/postiosoite', { data: { type, attributes } })
    expect(answer.status, answer.text).toBe(was ? 200 : 201)
    const { lat, lng, sijainti_arvio, sijainti_lahde, vid } = answer.body.data.attributes
    return { id: answer.body.data.id, vid, point: [lat, lng, sijainti_arvio], source: sijainti_lahde }
  }
  const place = { name: 'Varasto', field_osoite_1: 'Satamakatu 12', field_postinumero: '33100', field_postitoimipaikka: 'Tampere' }

  test('without a point gets that of its postal code, and a new one when the postal code changes', async () => {
    const made = await stored(customer, place)
    expect(made.point).toEqual([61.4991, 23.7871, true])
    const renamed = await stored(admin, { name: 'Päävarasto' }, made)
    expect(renamed.point).toEqual(made.point)
    const moved = await stored(admin, { field_postinumero: '63100', field_postitoimipaikka: 'Ähtäri' }, renamed)
    expect(moved.point).toEqual([62.55, 24.0667, true])
    const nowhere = await stored(admin, { field_postinumero: '99999' }, moved)
    expect(nowhere.point).toEqual([null, null, false])
    expect((await stored(admin, { name: 'Varasto', field_postinumero: '33200' }, nowhere)).point).toEqual([61.4941, 23.7519, true])
  })

  test('keeps in an order the texts that it had when it was chosen', async () => {
    const made = await stored(customer, place)
    const chosen = { nouto_nimi: 'Varasto', nouto_osoite1: 'Satamakatu 12', nouto_postinro: '33100', nouto_postitmp: 'Tampere' }
    const order = randomUUID()
    const to = (of: string, id: string) => ({ data: { type: of, id } })
    const relationships = { tilaus: to(orderType, order), nouto_osoite: to(type, made.id) }
    const ordered = await operations(customer, [
      { op: 'add', data: { type: orderType, id: order, attributes: {} } },
      { op: 'add', data: { type: shipmentType, attributes: chosen, relationships } },
    ])
    expect(ordered.status, ordered.text).toBe(200)
    await stored(admin, { name: 'Muuttanut', field_osoite_1: 'Uusikuja 1', field_postinumero: '63100' }, made)
    const { rows } = await server.pool.query('SELECT * FROM lahetys WHERE tilaus_id = $1', [order])
    expect(rows).toMatchObject([{ ...chosen, nouto_osoite_id: made.id }])
  })

  test('is copied with its contact into an order that gives only its id; texts that the order gives stay', async () => {
    const made = await stored(customer, place)
    const person = { etunimi: 'Veera', sukunimi: 'Vahti', puhelin: '+358401234567', email: 'veera@varasto.example' }
    const contact = await save(customer, person, 'yhteyshenkilo')
    const foreign = await save(stranger, { etunimi: 'Vieras' }, 'yhteyshenkilo')
    const naming = async (who: string) => server.pool.query('UPDATE postiosoite SET yhteyshenkilo_id = $2 WHERE id = $1', [made.id, who])
    const to = (of: string, id: string) => ({ data: { type: of, id } })
    const change = async (id: string, relationships: object, attributes: object = {}, who = customer) => {
      const data = { type: shipmentType, id, attributes, relationships }
      const answer = await operations(who, [{ op: 'update', data }])
      expect(answer.status, answer.text).toBe(200)
      const { attributes: row, relationships: to } = answer.body['atomic:results'][0].data
      return { id, row, person: to.nouto_yhteyshenkilo.data?.id ?? null }
    }
    const order = async (relationships: object, attributes: object = {}, who = customer) =>
      change((await placeOrder(customer)).shipments[0] ?? '', relationships, attributes, who)
    await naming(contact)
    const written = {
      nouto_nimi: 'Varasto',
      nouto_osoite1: 'Satamakatu 12',
      nouto_postinro: '33100',
      nouto_postitmp: 'Tampere',
      nouto_maa: 'FI',
    }
    const of = { nouto_yhteyshenkilo_etunimi: 'Veera', nouto_yhteyshenkilo_puhelin: '+358401234567', toimitus_nimi: '' }
    const named = await order({ nouto_osoite: to(type, made.id) })
    expect(named.row).toMatchObject({ ...written, ...of })
    expect(named.person).toBe(contact)
    const typed = { nouto_osoite1: 'Satamakatu 12 B' }
    expect((await order({ nouto_osoite: to(type, made.id) }, typed)).row).toMatchObject({ ...typed, nouto_nimi: '', nouto_postinro: '' })
    const called = { nouto_yhteyshenkilo_etunimi: 'Ville' }
    const other = await order({ nouto_osoite: to(type, made.id) }, called)
    expect(other.row).toMatchObject({ ...written, ...called, nouto_yhteyshenkilo_puhelin: '' })
    expect(other.person).toBeNull()
    // The texts were in the order before, and the form only adds the reference.
    const yard = await stored(customer, { ...place, field_osoite_1: 'Pihatie 1', puhelin: '+358407654321' })
    const same = await order({}, { ...written, nouto_osoite1: 'Pihatie 1' })
    const unchanged = await change(same.id, { nouto_osoite: to(type, yard.id) })
    expect(unchanged.row).toMatchObject({ nouto_osoite1: 'Pihatie 1', nouto_yhteyshenkilo_puhelin: '' })
    // An administrator sees all addresses, but cannot use another customer's in an order.
    const foreignPlace = await stored(stranger, { ...place, name: 'Vieraan varasto' })
    const data = { type: shipmentType, id: same.id, relationships: { nouto_osoite: to(type, foreignPlace.id) } }
    expect((await operations(admin, [{ op: 'update', data }])).status).toBe(422)
    // A contact of another customer is not copied, even if an address refers to it by mistake.
    await naming(foreign)
    expect((await order({ toimitus_osoite: to(type, made.id) })).row).toMatchObject({
      ...{ toimitus_nimi: 'Varasto', toimitus_yhteyshenkilo_etunimi: '', nouto_nimi: '' },
    })
  })

  test('with a point keeps it until the address changes', async () => {
    const made = await stored(admin, { ...place, field_osoite_1: 'Pistetie 12', asiakas_id: customer.asiakasId, lat: 61.5, lng: 23.8 })
    expect(made.point).toEqual([61.5, 23.8, false])
    expect((await suggested(admin, { search: 'pistetie 12 33100', asiakas_id: String(customer.asiakasId) }))[0]?.arvio).toBe(false)
    const moved = await stored(admin, { field_osoite_1: 'Satamakatu 14' }, made)
    expect(moved.point).toEqual([61.4991, 23.7871, true])
    const corrected = await stored(admin, { field_osoite_1: 'Satamakatu 16', lat: 61.6, lng: 23.9 }, moved)
    expect(corrected.point).toEqual([61.6, 23.9, false])
    expect([made, moved, corrected].map(({ source }) => source)).toEqual(['kasin', 'postinumero', 'kasin'])
    const answer = await admin.call('PATCH', `/jsonapi/osoite_entity/postiosoite/${corrected.id}`, {
      data: { type, id: corrected.id, attributes: { vid: corrected.vid, sijainti_arvio: true } },
    })
    expect(answer.status).toBe(422)
  })

  test('has the source of its point set by the server, whatever the client sends', async () => {
    const provided = await stored(customer, { ...place, lat: 61.5, lng: 23.8, sijainti_lahde: 'karttapalvelu' })
    expect(provided).toMatchObject({ point: [61.5, 23.8, false], source: 'karttapalvelu' })
    const pinned = await stored(admin, { lat: 61.6 }, provided)
    expect(pinned).toMatchObject({ point: [61.6, 23.8, false], source: 'kasin' })
    expect((await stored(admin, { sijainti_lahde: 'postinumero' }, pinned)).source).toBe('kasin')
    expect((await stored(customer, { ...place, sijainti_lahde: 'kasin' })).source).toBe('postinumero')
    expect((await stored(customer, { name: 'Ei missään', sijainti_lahde: 'kasin' })).source).toBe('')
  })
})

test('postal codes have points; unknown ones none', async () => {
  const answer = await get(driver, postalPointsCall.path, { koodit: 'FI-33200,FI-99999,SE-33200,fi-63100' })
  expect(answer.body).toEqual({
    data: [
      { koodi: 'FI-33200', paikka: 'Tampere', lat: 61.4941, lng: 23.7519 },
      { koodi: 'FI-63100', paikka: 'Ähtäri', lat: 62.55, lng: 24.0667 },
    ],
    meta: { count: 2 },
  })
})

test.each([
  ['/api/osoite', { bundle: 'osoite' }, 'bundle'],
  ['/api/osoite', { tyyppi: 'laskutus' }, 'tyyppi'],
  ['/api/osoite', { bundle: 'laskutusosoite_email', tyyppi: 'nouto' }, 'tyyppi'],
  ['/api/osoite', { asiakas_id: '7' }, 'asiakas_id'],
  ['/api/osoite', { ids: 'a,b' }, 'ids.0'],
  ['/api/osoite', { 'page[limit]': '0' }, 'page[limit]'],
  ['/api/osoite', { search: 'x' }, 'search'],
  ['/api/autocomplete/osoite', { search: 'x'.repeat(201) }, 'search'],
  ['/api/autocomplete/osoite', { search: 'a\0b' }, 'search'],
  ['/api/autocomplete/osoite', { q: 'x' }, 'q'],
  ['/api/postinumerot', {}, 'koodit'],
  ['/api/postinumerot', { koodit: 'FI-33100,33200' }, 'koodit.1'],
  ['/api/postinumerot', { koodit: Array.from({ length: 501 }, (_, code) => `FI-${10_000 + code}`).join(',') }, 'koodit'],
] as [string, Record<string, string>, string][])('%s refuses %j', async (path, query, field) => {
  const answer = await get(admin, path, query)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.errors[0]).toEqual({ field, message: expect.stringMatching(/\.$/) })
})
