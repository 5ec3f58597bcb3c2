import { randomUUID } from 'node:crypto'
import type { Relation } from '#domain/model/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import type { AccessFixture } from './access-fixture.ts'

// What the access tests send: a new row, a change and a way to each entity.

type Draft = { attributes: Record<string, unknown>; relationships?: Record<string, unknown> }
type Which = 'own' | 'other'

const to = (name: EntityName, id: string) => ({ type: registry[name].type, id })
const unique = () => randomUUID().slice(0, 8)

/** A new row of one's own company, order or person, or of another's. */
export const drafts: Record<EntityName, (fixture: AccessFixture, which: Which) => Draft | Promise<Draft>> = {
  asiakas: () => ({ attributes: { name: 'Uusi Oy' } }),
  postiosoite: ({ customer }, which) => ({ attributes: { name: 'Piha', asiakas_id: customer[which] } }),
  laskutusosoite_email: ({ customer }, which) => ({
    attributes: { field_sahkopostiosoite: 'a@esimerkki.fi', asiakas_id: customer[which] },
  }),
  laskutusosoite_posti: ({ customer }, which) => ({
    attributes: { field_osoite_1: 'Katu 2', field_postinumero: '33100', field_postitoimipaikka: 'Tampere', asiakas_id: customer[which] },
  }),
  laskutusosoite_verkkolasku: ({ customer }, which) => ({
    attributes: { field_verkkolaskuosoite: '003712345671', field_valittaja: '003721291126', asiakas_id: customer[which] },
  }),
  yhteyshenkilo: ({ customer }, which) => ({ attributes: { etunimi: 'Liisa', asiakas_id: customer[which] } }),
  user: () => ({ attributes: { name: `uusi-${unique()}`, mail: `${unique()}@esimerkki.fi`, user_roles: ['kuljettaja'] } }),
  profile_yllapito: async ({ loose }) => ({ attributes: {}, relationships: { uid: { data: to('user', await loose()) } } }),
  profile_kuljettaja: async ({ loose }) => ({ attributes: {}, relationships: { uid: { data: to('user', await loose()) } } }),
  profile_asiakas: async ({ loose, customer }, which) => ({
    attributes: {},
    relationships: { uid: { data: to('user', await loose()) }, field_asiakas: { data: to('asiakas', customer[which]) } },
  }),
  tuote: ({ customer }, which) => ({ attributes: { name: 'Laatikko', asiakas_id: customer[which] } }),
  auto: () => ({ attributes: { rekisterinumero: `U-${unique()}`.toUpperCase() } }),
  huolto: ({ rows }, which) => ({ attributes: { info: 'Ovi' }, relationships: { auto: { data: to('auto', rows.auto[which]) } } }),
  file: ({ customer }, which) => ({ attributes: { kuvaus: 'Kuva', asiakas_id: customer[which] } }),
  tilaus: ({ customer }, which) => ({ attributes: { asiakas_id: customer[which] } }),
  lahetys: ({ rows }, which) => ({ attributes: { viite: 'Uusi' }, relationships: { tilaus: { data: to('tilaus', rows.tilaus[which]) } } }),
  tuntituote: ({ rows }, which) => ({
    attributes: { viite: 'Uusi' },
    relationships: { tilaus: { data: to('tilaus', rows.tilaus[which]) } },
  }),
  tuntituote_tyyppi: () => ({ attributes: { name: `Laji ${unique()}` } }),
  tuntituote_instanssi: ({ customer, rows }, which) => ({
    attributes: { asiakas_id: customer[which] },
    relationships: { tuntituote_tyyppi: { data: to('tuntituote_tyyppi', rows.tuntituote_tyyppi[which]) } },
  }),
  tuntituote_toisto: ({ customer }, which) => ({ attributes: { viikonpaivat: [1, 3], asiakas_id: customer[which] } }),
  tilaus_ryhma: ({ customer }, which) => ({ attributes: { hinta: 100, asiakas_id: customer[which] } }),
  v_o_kuittaus: ({ rows }, which) => ({
    attributes: { nimenselvennys: 'Eino Eskola' },
    relationships: { lahetykset: { data: [to('lahetys', rows.lahetys[which])] } },
  }),
  toimituspoikkeama: ({ rows }, which) => ({
    attributes: { syy: 'ei_tavoitettu' },
    relationships: { lahetykset: { data: [to('lahetys', rows.lahetys[which])] } },
  }),
  notification: () => ({ attributes: { message: 'Halli on kiinni', roles: ['kuljettaja'], key: unique() } }),
  dokumentti: () => ({ attributes: { name: 'Ajo-ohje', roolit: ['kuljettaja'] } }),
  dokumentti_kuittaus: ({ unread, worker }, which) => ({
    attributes: { nimenselvennys: 'Kalle Kuljettaja' },
    relationships: {
      dokumentti: { data: to('dokumentti', unread[which]) },
      // A person signs for themselves, whatever the document.
      kayttaja: { data: to('user', worker.own) },
    },
  }),
  vuokraus: ({ customer }, which) => ({ attributes: { maara: 2, hinta: 9.5, asiakas_id: customer[which] } }),
  reitti: ({ rows, customer }, which) => ({
    attributes: { viikonpaivat: [1, 2], hinnat: { [customer[which]]: 40 } },
    relationships: {
      asiakkaat: { data: [to('asiakas', customer[which])] },
      osoitteet: { data: [to('postiosoite', rows.postiosoite[which])] },
    },
  }),
  tyovuoro: ({ driver }, which) => ({
    attributes: { paiva: 1_795_039_200 },
    relationships: { kuljettaja: { data: to('user', driver[which]) } },
  }),
  tyovuoro_lisatieto: () => ({ attributes: { paiva: 1_795_039_200, viesti: 'Liukasta' } }),
  tyoreitti: ({ rows }, which) => ({
    attributes: { reittinro: '7', lisatiedot: { value: 'Avain pöydällä' } },
    relationships: { auto: { data: to('auto', rows.auto[which]) } },
  }),
  tyovuoro_kirjaus: ({ worker }, which) => ({
    // Ended: a driver has one open day at a time.
    attributes: { alkuaika: 1_794_960_000, loppuaika: 1_794_980_000 },
    relationships: { kuljettaja: { data: to('user', worker[which]) } },
  }),
  tyovuoro_kirjaus_tehtava: ({ rows }, which) => ({
    attributes: { alkuaika: 1_794_993_600, tyyppi: 'AJO' },
    relationships: { tyovuoro_kirjaus: { data: to('tyovuoro_kirjaus', rows.tyovuoro_kirjaus[which]) } },
  }),
  nakyma: ({ viewer, rows }, which) => ({
    attributes: { name: 'Kiireiset', lista: 'tilaukset', rajaukset: 'nakyma=myohassa' },
    relationships: { kayttaja: { data: to('user', which === 'own' ? viewer.id : rows.user.other) } },
  }),
  hinnasto: ({ customer }, which) => ({ attributes: { name: 'Sopimus', perusmaksu: 12, asiakas_id: customer[which] } }),
  hintalaskuri_log: () => ({ attributes: { name: 'Oma laskelma' } }),
}

/** A small change that whoever may change the row at all may make. */
export const changes: Record<EntityName, (fixture: AccessFixture, which: Which) => Draft> = {
  asiakas: ({ rows }, which) => ({
    attributes: {},
    relationships: { nouto_osoite: { data: [to('postiosoite', rows.postiosoite[which])] } },
  }),
  postiosoite: () => ({ attributes: { lisatiedot: unique() } }),
  laskutusosoite_email: () => ({ attributes: { lisatiedot: unique() } }),
  laskutusosoite_posti: () => ({ attributes: { lisatiedot: unique() } }),
  laskutusosoite_verkkolasku: () => ({ attributes: { lisatiedot: unique() } }),
  yhteyshenkilo: () => ({ attributes: { sukunimi: unique() } }),
  user: () => ({ attributes: { field_fullname: unique() } }),
  profile_yllapito: () => ({ attributes: { field_sukunimi: unique() } }),
  profile_kuljettaja: () => ({ attributes: { field_sukunimi: unique() } }),
  profile_asiakas: () => ({ attributes: { field_sukunimi: unique() } }),
  tuote: () => ({ attributes: { kuvaus: unique() } }),
  auto: () => ({ attributes: { kustannuspaikka: unique() } }),
  huolto: () => ({ attributes: { info: unique() } }),
  file: () => ({ attributes: { kuvaus: unique() } }),
  tilaus: () => ({ attributes: { name: unique() } }),
  lahetys: ({ role, rows }) =>
    role === 'kuljettaja'
      ? { attributes: {}, relationships: { nykyinen_osoite: { data: to('postiosoite', rows.postiosoite.own) } } }
      : { attributes: { viite: unique() } },
  tuntituote: ({ role }) => (role === 'kuljettaja' ? { attributes: { tila: 'kuljetuksessa' } } : { attributes: { viite: unique() } }),
  tuntituote_tyyppi: () => ({ attributes: { name: unique() } }),
  tuntituote_instanssi: () => ({ attributes: { hinta_h: Math.floor(Math.random() * 100) + 100 } }),
  tuntituote_toisto: () => ({ attributes: { viite: unique() } }),
  tilaus_ryhma: () => ({ attributes: { name: unique() } }),
  v_o_kuittaus: () => ({ attributes: { name: unique() } }),
  toimituspoikkeama: () => ({ attributes: { name: unique() } }),
  notification: ({ role }) => ({ attributes: role === 'yllapito' ? { message: unique() } : { is_dismissed: true } }),
  dokumentti: () => ({ attributes: { kuvaus: unique() } }),
  dokumentti_kuittaus: () => ({ attributes: { name: unique() } }),
  vuokraus: () => ({ attributes: { name: unique() } }),
  reitti: () => ({ attributes: { reittinro: unique() } }),
  tyovuoro: () => ({ attributes: { name: unique() } }),
  tyovuoro_lisatieto: () => ({ attributes: { viesti: unique() } }),
  tyoreitti: () => ({ attributes: { reittinro: unique() } }),
  tyovuoro_kirjaus: () => ({ attributes: { name: unique() } }),
  tyovuoro_kirjaus_tehtava: () => ({ attributes: { address_print: unique() } }),
  nakyma: () => ({ attributes: { name: unique() } }),
  hinnasto: () => ({ attributes: { name: unique() } }),
  hintalaskuri_log: () => ({ attributes: { name: unique() } }),
}

/** The relation through which the entity's rows are reached from another's; none for the profiles. */
export const relationsTo: Record<EntityName, { from: EntityName; relation: string; filter: boolean } | null> = {
  asiakas: { from: 'tilaus', relation: 'asiakas', filter: true },
  postiosoite: { from: 'lahetys', relation: 'nouto_osoite', filter: true },
  // Billing addresses are of three types: such a relation is included, but no filter runs through it.
  laskutusosoite_email: { from: 'asiakas', relation: 'laskutusosoite', filter: false },
  laskutusosoite_posti: { from: 'asiakas', relation: 'laskutusosoite', filter: false },
  laskutusosoite_verkkolasku: { from: 'asiakas', relation: 'laskutusosoite', filter: false },
  yhteyshenkilo: { from: 'lahetys', relation: 'nouto_yhteyshenkilo', filter: true },
  user: { from: 'lahetys', relation: 'kuljettaja', filter: true },
  profile_yllapito: null,
  profile_kuljettaja: null,
  profile_asiakas: { from: 'user', relation: 'asiakasprofiilit', filter: true },
  tuote: { from: 'lahetys', relation: 'tuote', filter: true },
  auto: { from: 'lahetys', relation: 'auto', filter: true },
  huolto: { from: 'auto', relation: 'huollot', filter: true },
  file: { from: 'lahetys', relation: 'kuvat', filter: true },
  tilaus: { from: 'lahetys', relation: 'tilaus', filter: true },
  lahetys: { from: 'tilaus', relation: 'lahetykset', filter: true },
  tuntituote: { from: 'tilaus', relation: 'tuntituotteet', filter: true },
  tuntituote_tyyppi: { from: 'tuntituote', relation: 'tuntituote_tyyppi', filter: true },
  tuntituote_instanssi: { from: 'tuntituote', relation: 'tuntituote_instanssi', filter: true },
  tuntituote_toisto: { from: 'tuntituote', relation: 'tuntituote_toisto', filter: true },
  tilaus_ryhma: { from: 'tilaus', relation: 'tilaus_ryhma', filter: true },
  v_o_kuittaus: { from: 'lahetys', relation: 'kuittaukset', filter: true },
  toimituspoikkeama: { from: 'lahetys', relation: 'poikkeamat', filter: true },
  notification: null,
  dokumentti: { from: 'dokumentti_kuittaus', relation: 'dokumentti', filter: true },
  dokumentti_kuittaus: { from: 'dokumentti', relation: 'kuittaukset', filter: true },
  vuokraus: null,
  reitti: { from: 'tyoreitti', relation: 'vakioreitti', filter: true },
  tyovuoro: { from: 'lahetys', relation: 'tyovuoro', filter: true },
  tyovuoro_lisatieto: null,
  tyoreitti: { from: 'tyovuoro', relation: 'tyoreitti', filter: true },
  tyovuoro_kirjaus: { from: 'tyovuoro_kirjaus_tehtava', relation: 'tyovuoro_kirjaus', filter: true },
  tyovuoro_kirjaus_tehtava: { from: 'tyovuoro_kirjaus', relation: 'tyotehtavat', filter: true },
  nakyma: null,
  hinnasto: { from: 'hintalaskuri_log', relation: 'hinnasto', filter: true },
  hintalaskuri_log: null,
}

/** Entities with relations on the wire, and so with addresses for them; the others' relations serve access rules alone. */
export const withRelations: readonly EntityName[] = entityNames.filter((name) =>
  Object.values<Relation>(registry[name].relations).some((relation) => relation.kind !== 'inverse' || !relation.hidden),
)
