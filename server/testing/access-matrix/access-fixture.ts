// For the access tests: two companies with one of everything each, seen by one person of the role.
import { randomUUID } from 'node:crypto'
import type { Role } from '#domain/access/roles.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { insert, type Person, type TestServer } from '../test-server.ts'

export type Pair = { own: string; other: string }
export type AccessFixture = {
  role: Role
  viewer: Person
  rows: Record<EntityName, Pair>
  customer: Pair
  driver: Pair
  /** Whose working days the records are: the driver's, or one's own in maintenance. */
  worker: Pair
  /** Documents that nobody has acknowledged. */
  unread: Pair
  /** Files of the orders' waybills, with bytes only once they have been made. */
  waybill: Pair
  /** Prints that have ended. */
  print: Pair
  /** People without a profile, for new profiles. */
  loose: () => Promise<string>
}

const pullakaappi = 1
const atego = 2

export async function makeAccessFixture(server: TestServer, role: Role): Promise<AccessFixture> {
  const customerIds = { own: await server.customer(), other: await server.customer() }
  const heldRoles: Role[] = role === 'asiakas_yllapito' ? ['asiakas', 'asiakas_yllapito'] : [role]
  const isCustomer = role === 'asiakas' || role === 'asiakas_yllapito'
  const viewer = await server.person(heldRoles, isCustomer ? customerIds.own : undefined)
  const add = async (name: EntityName, values: Record<string, unknown>): Promise<string> => {
    const id = typeof values.id === 'string' ? values.id : randomUUID()
    await insert(server.pool, name, { ...values, id }, server.clock.now)
    return id
  }
  const user = (roles: Role[]) => {
    const name = `nimi-${randomUUID().slice(0, 12)}`
    return add('user', { name, mail: `${name}@esimerkki.fi`, user_roles: roles, field_fullname: name })
  }
  const profileOf = async (
    kind: 'yllapito' | 'kuljettaja' | 'asiakas',
    uid: string,
    more: Record<string, unknown> = {},
  ): Promise<string> => {
    const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM profile_${kind} WHERE uid_id = $1`, [uid])
    return rows[0]?.id ?? add(`profile_${kind}`, { uid_id: uid, field_etunimi: 'Aino', ...more })
  }
  const types = await server.pool.query<{ id: string }>(
    'SELECT id FROM tuntituote_tyyppi WHERE drupal_internal__id = ANY($1) ORDER BY drupal_internal__id',
    [[pullakaappi, atego]],
  )
  const driver = { own: role === 'kuljettaja' ? viewer.id : await user(['kuljettaja']), other: await user(['kuljettaja']) }
  const customer = { own: role === 'asiakas' ? viewer.id : await user(['asiakas']), other: await user(['asiakas']) }
  const administrator = { own: role === 'yllapito' ? viewer.id : await user(['yllapito']), other: await user(['yllapito']) }

  const worker = { own: role === 'huolto' ? viewer.id : driver.own, other: driver.other }
  const unread: Pair = { own: '', other: '' }
  // What is another's is meant for a role that the viewer does not hold.
  const meant = { own: [role], other: [role === 'asiakas' || role === 'asiakas_yllapito' ? 'kuljettaja' : 'asiakas'] }

  const stranger = await user([role])

  async function side(which: keyof Pair): Promise<Record<EntityName, string>> {
    const asiakas_id = customerIds[which]
    const kuljettaja_id = driver[which]
    const of = { asiakas_id }
    const tuntituote_tyyppi = types.rows[which === 'own' ? 0 : 1]?.id ?? ''
    const yhteyshenkilo = await add('yhteyshenkilo', { ...of, etunimi: 'Kalle' })
    const postiosoite = await add('postiosoite', { ...of, name: 'Varasto', yhteyshenkilo_id: yhteyshenkilo })
    const tuote = await add('tuote', { ...of, name: 'Rulla', hinta: 1 })
    const auto = await add('auto', { name: 'Auto', rekisterinumero: `A-${Math.floor(Math.random() * 1e9)}`.slice(0, 12) })
    const file = await add('file', { ...of, name: 'kuva.jpg', filename: 'kuva.jpg', lisaaja_id: kuljettaja_id })
    const photo = await add('file', { ...of, name: 'ovi.jpg', filename: 'ovi.jpg', lisaaja_id: kuljettaja_id })
    const signature = await add('file', { ...of, name: 'nimi.png', filename: 'nimi.png', lisaaja_id: kuljettaja_id })
    const tuntituote_instanssi = await add('tuntituote_instanssi', { ...of, tuntituote_tyyppi_id: tuntituote_tyyppi, hinta_h: 61 })
    const number = await server.pool.query<{ n: string }>(
      `UPDATE numerosarja SET seuraava = seuraava + 1 WHERE nimi = 'tilaus.tilausnro' RETURNING seuraava - 1 AS n`,
    )
    const tilaus_ryhma = await add('tilaus_ryhma', { ...of, hinta: 300 })
    const tilaus = await add('tilaus', { ...of, tilausnro: number.rows[0]?.n, hinta: 120, tilaus_ryhma_id: tilaus_ryhma })
    const visited = await add('postiosoite', { ...of, name: 'Konttori' })
    await server.pool.query('UPDATE asiakas SET kayntiosoite_id = $2, nouto_osoite_ids = $3 WHERE id = $1', [
      asiakas_id,
      visited,
      [postiosoite],
    ])
    const tuntituote_toisto = await add('tuntituote_toisto', {
      ...of,
      tuntituote_tyyppi_id: tuntituote_tyyppi,
      nouto_osoite_id: postiosoite,
    })
    const reitti = await add('reitti', { asiakkaat_ids: [asiakas_id], osoitteet_ids: [postiosoite], hinnat: { [asiakas_id]: 40 } })
    const tyoreitti = await add('tyoreitti', { kuljettaja_id: driver.other, vakioreitti_id: reitti })
    const tyovuoro = await add('tyovuoro', {
      paiva: 1_795_039_200,
      tila: 'PUBLISHED',
      tyoreitti_ids: [tyoreitti],
      kuljettaja_id,
      kuljettaja_default_id: driver.other,
      auto_id: auto,
    })
    const [damage, document] = [await add('file', { filename: 'kolhu.jpg' }), await add('file', { filename: 'ohje.pdf' })]
    // The company's own place, of no customer, where goods wait between two drives.
    const terminal = await add('postiosoite', { name: 'Terminaali' })
    const onOrder = {
      ...of,
      tilaus_id: tilaus,
      kuljettaja_id,
      auto_id: auto,
      nouto_osoite_id: postiosoite,
      nouto_yhteyshenkilo_id: yhteyshenkilo,
    }
    const lahetys = await add('lahetys', {
      ...onOrder,
      viite: 'Alku',
      hinta: 60,
      tuote_id: tuote,
      kuvat_ids: [file],
      toimitus_osoite_id: visited,
      tyovuoro_id: tyovuoro,
      nykyinen_osoite_id: terminal,
      siirto_osoitteet_ids: [terminal],
    })
    const tuntituote = await add('tuntituote', {
      ...onOrder,
      hinta: 60,
      tuntituote_hinta: 30,
      tuntituote_tyyppi_id: tuntituote_tyyppi,
      tuntituote_instanssi_id: tuntituote_instanssi,
      tuntituote_toisto_id: tuntituote_toisto,
      tilaus_ryhma_id: tilaus_ryhma,
      tyovuoro_id: tyovuoro,
    })
    const dokumentti = await add('dokumentti', {
      name: 'Ohje',
      roolit: meant[which],
      henkilot_ids: [kuljettaja_id],
      tiedostot_ids: [document],
    })
    unread[which] = await add('dokumentti', { name: 'Lukematon', roolit: meant[which] })
    const tyovuoro_kirjaus = await add('tyovuoro_kirjaus', { kuljettaja_id: worker[which], auto_id: auto, alkuaika: 1_794_990_000 })
    const hinnasto = await add('hinnasto', { ...of, name: 'Oma hinnasto', perusmaksu: 10 })
    return {
      asiakas: asiakas_id,
      postiosoite,
      laskutusosoite_email: await add('laskutusosoite_email', { ...of, field_sahkopostiosoite: 'lasku@esimerkki.fi' }),
      laskutusosoite_posti: await add('laskutusosoite_posti', {
        ...of,
        field_osoite_1: 'Katu 1',
        field_postinumero: '33100',
        field_postitoimipaikka: 'Tampere',
      }),
      laskutusosoite_verkkolasku: await add('laskutusosoite_verkkolasku', {
        ...of,
        field_verkkolaskuosoite: '003712345671',
        field_valittaja: '003721291126',
      }),
      yhteyshenkilo,
      user: customer[which],
      profile_yllapito: await profileOf('yllapito', administrator[which]),
      profile_kuljettaja: await profileOf('kuljettaja', driver[which]),
      profile_asiakas: await profileOf('asiakas', customer[which], { field_asiakas_id: asiakas_id }),
      tuote,
      auto,
      huolto: await add('huolto', { name: 'Huolto', auto_id: auto, kuvat_ids: [damage] }),
      file,
      tilaus,
      lahetys,
      tuntituote,
      tuntituote_tyyppi,
      tuntituote_instanssi,
      tuntituote_toisto,
      tilaus_ryhma,
      v_o_kuittaus: await add('v_o_kuittaus', { ...of, nimenselvennys: 'Aino Aalto', lahetykset_ids: [lahetys], kuittaus_id: signature }),
      toimituspoikkeama: await add('toimituspoikkeama', { ...of, syy: 'vaara_osoite', lahetykset_ids: [lahetys], kuvat_ids: [photo] }),
      notification: await add('notification', { message: 'Tiedoksi', roles: meant[which] }),
      dokumentti,
      dokumentti_kuittaus: await add('dokumentti_kuittaus', {
        nimenselvennys: 'Kalle Kuljettaja',
        versio: 1,
        dokumentti_id: dokumentti,
        kayttaja_id: worker[which],
        kuittaus_id: await add('file', { filename: 'kuittaus.png', lisaaja_id: worker[which] }),
      }),
      vuokraus: await add('vuokraus', { ...of, hinta: 9.5 }),
      reitti,
      tyovuoro,
      tyovuoro_lisatieto: await add('tyovuoro_lisatieto', { paiva: 1_795_039_200 }),
      tyoreitti,
      tyovuoro_kirjaus,
      tyovuoro_kirjaus_tehtava: await add('tyovuoro_kirjaus_tehtava', { tyovuoro_kirjaus_id: tyovuoro_kirjaus, alkuaika: 1_794_991_000 }),
      hinnasto,
      nakyma: await add('nakyma', { name: 'Oma', lista: 'tilaukset', kayttaja_id: which === 'own' ? viewer.id : stranger }),
      hintalaskuri_log: await add('hintalaskuri_log', { ...of, tilaus_id: tilaus, hinnasto_id: hinnasto, tulos: 120 }),
    }
  }
  const waybill: Pair = { own: '', other: '' }
  const printOf = async (tekija: string): Promise<string> => {
    const id = randomUUID()
    await server.pool.query(
      `INSERT INTO taustatyo (id, laji, tekija_id, syote, tila, luotu, paattynyt) VALUES ($1, 'rahtikirjat', $2, '{}', 'peruttu', 1, 1)`,
      [id, tekija],
    )
    return id
  }
  const print = { own: await printOf(viewer.id), other: await printOf(await user(heldRoles)) }
  const own = await side('own')
  const other = await side('other')
  // Oneself, except for those who look after others.
  if (role === 'kuljettaja' || role === 'huolto') own.user = viewer.id
  if (role === 'huolto') {
    own.profile_kuljettaja = await profileOf('kuljettaja', viewer.id)
    own.file = await add('file', { name: 'oma.jpg', filename: 'oma.jpg', lisaaja_id: viewer.id })
  }
  const rows = Object.fromEntries(Object.entries(own).map(([name, id]) => [name, { own: id, other: other[name as EntityName] }]))
  return {
    role,
    viewer,
    rows: rows as Record<EntityName, Pair>,
    customer: customerIds,
    driver,
    worker,
    unread,
    waybill,
    print,
    loose: () => user([]),
  }
}
