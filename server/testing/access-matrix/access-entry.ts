import type { ProfileKind, Role } from '#domain/access/roles.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { Person } from '../test-server.ts'

/*
 * What the access tests know of one entity. Its cells, hidden and writable fields are rules/access.md by hand, for the tests of
 * this folder: written from the rules, never from domain/access/policy.ts. Where the two disagree, these tables are right until
 * the rules change.
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

export type Pair = { own: string; other: string }

/** Two customers with one of everything each, seen by one person of the role. */
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

/** What a row of one of the two sides is made of; everything here is an id or makes one. */
export type RowSource = {
  add: (name: EntityName, values: Record<string, unknown>) => Promise<string>
  /** The row of another entity on the same side; made when it is first asked for. */
  idOf: (name: EntityName) => Promise<string>
  /** A running number for a new order. */
  orderNumber: () => Promise<string>
  /** The person's profile of this kind; made if there is none. */
  profileOf: (kind: ProfileKind, user: string, values?: Record<string, unknown>) => Promise<string>
  customer: string
  /** An administrator, a driver and a customer's person. */
  people: Record<ProfileKind, string>
  worker: string
  /** The driver of the other side on both sides: the shift and work route of a driver may name another one. */
  otherDriver: string
  /** The person themselves; on the other side another one of the same role. */
  viewer: string
  /** Roles that notices and documents are for: the viewer's; on the other side one that the viewer does not hold. */
  meantFor: readonly Role[]
  hourlyType: string
  /** An address of the customer that is not its pickup place. */
  visitingAddress: string
}

type Draft = { attributes: Record<string, unknown>; relationships?: Record<string, unknown> }

export type AccessEntry = {
  /** What each role gets from each verb. */
  cells: Record<Role, Cells>
  /**
   * Fields and relations that a role must never be sent, nor learn of by filter, sort, include or fields; a role that is left
   * out is shown all. A customer's administrator sees of these what a customer sees.
   */
  hidden?: { [R in Exclude<Role, 'asiakas_yllapito'>]?: readonly string[] }
  /**
   * What a role other than yllapito may write of an existing row of its own; every other field is refused and nothing is
   * stored. A role that is left out changes nothing.
   */
  writable?: { [R in Exclude<Role, 'yllapito'>]?: readonly string[] | 'all but asiakas' }
  /** A new row of one's own company, order or person, or of another's. */
  draft: (fixture: AccessFixture, which: keyof Pair) => Draft | Promise<Draft>
  /** A small change that everyone who may change the row may make. */
  change: (fixture: AccessFixture, which: keyof Pair) => Draft
  /**
   * A relation of another entity that leads to the rows of this one; the cells' `through` says what each role gets by it, as
   * `include` and, where `filter` is true, as a filter. Null when no relation of the JSON:API leads here (nothing refers to a
   * rental, for instance); `through` is then 'no way' for every role.
   */
  relationTo: { from: EntityName; relation: string; filter: boolean } | null
  /** Makes the row that the tests read, change and remove; once for each of the two sides. */
  row: (source: RowSource) => Promise<string>
}
