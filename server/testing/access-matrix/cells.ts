import type { Role } from '#domain/access/roles.ts'
import type { EntityName } from '#domain/model/registry.ts'

/*
 * rules/access.md by hand, for the walk in walk.test.ts: what each role gets from each verb of each entity. Written from
 * the rules, never from domain/access/policy.ts: where the two disagree, this page is right until the rules change.
 *
 * "Own" is of one's own company, of the orders that one drives, or oneself; "another's" is of another company, driver or
 * person. To an administrator both are alike. `asiakas_yllapito` always holds `asiakas` too; its own person is a colleague.
 */

/** A verb on a known row, or a new one: done; 404 for a row out of reach; 403 for an action outside the role; 422 for a row that refers out of reach. */
export type AccessOutcome = 'done' | 'absent' | 'refused' | 'invalid'
/** A list: everybody's rows, own ones, or 403. */
export type ListOutcome = 'all' | 'own' | 'refused'
/**
 * The same rows through a relation of another entity, as `include` and as `filter`: rows that come along; none; 403 when
 * the role may not read where the relation starts; 400 when the relation is hidden from it; or there is no way here.
 */
export type RelationOutcome = 'all' | 'own' | 'nothing' | 'refused' | 'unknown' | 'no way'

export type Cells = readonly [
  list: ListOutcome,
  readOwn: AccessOutcome,
  readOther: AccessOutcome,
  createOwn: AccessOutcome,
  createOther: AccessOutcome,
  changeOwn: AccessOutcome,
  changeOther: AccessOutcome,
  deleteOwn: AccessOutcome,
  deleteOther: AccessOutcome,
  through: RelationOutcome,
]

const administrator: Cells = ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'all']
/** Of a role that never meets the entity: the relation that would lead here starts where it may not read either. */
const outside: Cells = ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused']
const outsideNoWay: Cells = ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'no way']
const readsOwn: Cells = ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'own']
const writesOwn: Cells = ['own', 'done', 'absent', 'done', 'refused', 'done', 'absent', 'done', 'absent', 'own']
/** Reads own ones and makes new ones of its own company with an order (section 4, "Tallenna osoitteisiin"). */
const readsAndMakesOwn: Cells = ['own', 'done', 'absent', 'done', 'refused', 'refused', 'refused', 'refused', 'refused', 'own']

/** Reached, made and kept by yllapito alone; the last one is what a relation there gives the others. */
const refusedWith = (through: RelationOutcome): Cells => [
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  'refused',
  through,
]
const administratorNoWay: Cells = ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'no way']
const readsOwnNoWay: Cells = ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'no way']
/** Dismisses what is meant for them. */
const dismisses: Cells = ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'no way']
/** Another's document is not there to be acknowledged; what was signed stays. */
const acknowledges: Cells = ['own', 'done', 'absent', 'done', 'invalid', 'refused', 'refused', 'refused', 'refused', 'own']

const billingAddress: Record<Role, Cells> = {
  yllapito: administrator,
  kuljettaja: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
  asiakas: readsOwn,
  asiakas_yllapito: writesOwn,
  huolto: outside,
}

const deliveryRecord: Record<Role, Cells> = {
  yllapito: administrator,
  // Another's shipments are not there to be acknowledged.
  kuljettaja: ['own', 'done', 'absent', 'done', 'invalid', 'refused', 'refused', 'refused', 'refused', 'own'],
  asiakas: readsOwn,
  asiakas_yllapito: readsOwn,
  huolto: outside,
}

/** A person's own views, whatever their role: another's are not there for an administrator either. */
const ownView: Cells = ['own', 'done', 'absent', 'done', 'refused', 'done', 'absent', 'done', 'absent', 'no way']

export const cells: Record<EntityName, Record<Role, Cells>> = {
  asiakas: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: readsOwn,
    // Its addresses are its own matter: the pickup places and the visiting address that the row names.
    asiakas_yllapito: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    huolto: outside,
  },
  postiosoite: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: readsAndMakesOwn,
    asiakas_yllapito: writesOwn,
    huolto: outside,
  },
  laskutusosoite_email: billingAddress,
  laskutusosoite_posti: billingAddress,
  laskutusosoite_verkkolasku: billingAddress,
  yhteyshenkilo: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: readsAndMakesOwn,
    asiakas_yllapito: writesOwn,
    huolto: outside,
  },
  user: {
    yllapito: administrator,
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    asiakas: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'unknown'],
    // A colleague is changed and disabled here; a new one is made with a password, which is not this way's matter.
    asiakas_yllapito: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'done', 'absent', 'unknown'],
    huolto: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'refused'],
  },
  profile_yllapito: {
    yllapito: ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'no way'],
    kuljettaja: outsideNoWay,
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: outsideNoWay,
  },
  profile_kuljettaja: {
    yllapito: ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'no way'],
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'no way'],
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'no way'],
  },
  profile_asiakas: {
    yllapito: ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'unknown'],
    kuljettaja: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
    asiakas: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'unknown'],
    asiakas_yllapito: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'unknown'],
    huolto: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
  },
  tuote: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: writesOwn,
    asiakas_yllapito: writesOwn,
    huolto: outside,
  },
  auto: {
    yllapito: administrator,
    // A driver reaches every car, but only own shipments lead to one.
    kuljettaja: ['all', 'done', 'done', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'own'],
    asiakas: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
    asiakas_yllapito: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
    huolto: ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'refused'],
  },
  huolto: {
    yllapito: administrator,
    // A note of any car; what becomes of it is for maintenance.
    kuljettaja: ['all', 'done', 'done', 'done', 'done', 'refused', 'refused', 'refused', 'refused', 'all'],
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: administrator,
  },
  file: {
    // Files are made by uploads and by the server, never by a POST of their description.
    yllapito: ['all', 'done', 'done', 'refused', 'refused', 'done', 'done', 'done', 'done', 'all'],
    kuljettaja: readsOwn,
    asiakas: readsOwn,
    asiakas_yllapito: readsOwn,
    // What it sent itself, or of maintenance and documents; no shipment leads there.
    huolto: ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused'],
  },
  tilaus: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    // Cancelled line by line, never deleted.
    asiakas: ['own', 'done', 'absent', 'done', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    asiakas_yllapito: ['own', 'done', 'absent', 'done', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    huolto: outside,
  },
  lahetys: {
    yllapito: administrator,
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    // A line of another company's order: that order is not there.
    asiakas: ['own', 'done', 'absent', 'done', 'invalid', 'done', 'absent', 'done', 'absent', 'own'],
    asiakas_yllapito: ['own', 'done', 'absent', 'done', 'invalid', 'done', 'absent', 'done', 'absent', 'own'],
    huolto: outside,
  },
  tuntituote: {
    yllapito: administrator,
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    asiakas: ['own', 'done', 'absent', 'done', 'invalid', 'done', 'absent', 'done', 'absent', 'own'],
    asiakas_yllapito: ['own', 'done', 'absent', 'done', 'invalid', 'done', 'absent', 'done', 'absent', 'own'],
    huolto: outside,
  },
  tuntituote_tyyppi: {
    yllapito: administrator,
    // The four kinds of hourly job are words that everybody needs; what they cost is hidden (hidden.ts).
    kuljettaja: ['all', 'done', 'done', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'own'],
    asiakas: ['all', 'done', 'done', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'own'],
    asiakas_yllapito: ['all', 'done', 'done', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'own'],
    huolto: outside,
  },
  tuntituote_instanssi: {
    yllapito: administrator,
    kuljettaja: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
    asiakas: readsOwn,
    asiakas_yllapito: readsOwn,
    huolto: outside,
  },
  tuntituote_toisto: {
    yllapito: administrator,
    kuljettaja: refusedWith('unknown'),
    asiakas: readsOwn,
    asiakas_yllapito: readsOwn,
    huolto: outside,
  },
  tilaus_ryhma: {
    yllapito: administrator,
    kuljettaja: refusedWith('unknown'),
    asiakas: readsOwn,
    asiakas_yllapito: readsOwn,
    huolto: outside,
  },
  v_o_kuittaus: deliveryRecord,
  toimituspoikkeama: deliveryRecord,
  notification: {
    yllapito: administratorNoWay,
    kuljettaja: dismisses,
    asiakas: dismisses,
    asiakas_yllapito: dismisses,
    huolto: dismisses,
  },
  dokumentti: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: readsOwn,
  },
  dokumentti_kuittaus: {
    yllapito: administrator,
    kuljettaja: acknowledges,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: acknowledges,
  },
  vuokraus: {
    yllapito: administratorNoWay,
    kuljettaja: outsideNoWay,
    asiakas: readsOwnNoWay,
    asiakas_yllapito: readsOwnNoWay,
    huolto: outsideNoWay,
  },
  reitti: {
    yllapito: administrator,
    kuljettaja: refusedWith('unknown'),
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: outside,
  },
  tyovuoro: {
    yllapito: administrator,
    // Own published ones; which shift a shipment travels on is not told.
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
    asiakas: refusedWith('unknown'),
    asiakas_yllapito: refusedWith('unknown'),
    huolto: outside,
  },
  tyovuoro_lisatieto: {
    yllapito: administratorNoWay,
    kuljettaja: outsideNoWay,
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: outsideNoWay,
  },
  tyoreitti: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: outside,
  },
  tyovuoro_kirjaus: {
    yllapito: administrator,
    // Written by the driver's own calls only.
    kuljettaja: readsOwn,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: readsOwn,
  },
  tyovuoro_kirjaus_tehtava: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: readsOwn,
  },
  hinnasto: {
    yllapito: administrator,
    kuljettaja: outside,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: outside,
  },
  hintalaskuri_log: {
    // Told as it was reckoned: nobody makes or mends one.
    yllapito: ['all', 'done', 'done', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'no way'],
    kuljettaja: outsideNoWay,
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: outsideNoWay,
  },
  nakyma: { yllapito: ownView, kuljettaja: ownView, asiakas: ownView, asiakas_yllapito: ownView, huolto: ownView },
}
