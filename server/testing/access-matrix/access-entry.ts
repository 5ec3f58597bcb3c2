import type { ProfileKind, Role } from '#domain/access/roles.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { Person } from '../test-server.ts'

/*
 * The expectations of the access tests for one entity. Its cells, hidden and writable fields are written by hand from rules/access.md,
 * never from domain/access/policy.ts. Where the policy disagrees, it is wrong.
 *
 * "Own" rows belong to the viewer's company, to the orders that the viewer drives, or to the viewer; "other" rows belong to another
 * company, driver or person. For an administrator there is no difference. `asiakas_yllapito` always has the role `asiakas` too; its own
 * `user` row is a colleague's.
 */

/**
 * The outcome of an operation on a row. done; absent: 404, the row may not be read; refused: 403, the role may never do it; invalid:
 * 422, the row refers to one that may not be read.
 */
export type AccessOutcome = 'done' | 'absent' | 'refused' | 'invalid'
/** The rows in a list: all, own ones, or 403. */
export type ListOutcome = 'all' | 'own' | 'refused'
/**
 * The rows that a relation of another entity gives, as `include` and as `filter`. all, own, nothing: the rows; refused: 403, the role may
 * not read the other entity; unknown: 400, the relation is hidden from the role; no way: no relation leads to this entity.
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

/** Two customers with one row of each entity, and a viewer of the role. */
export type AccessFixture = {
  role: Role
  viewer: Person
  rows: Record<EntityName, Pair>
  customer: Pair
  driver: Pair
  /** The users of the working-time records: drivers, or the viewer in maintenance. */
  worker: Pair
  /** Documents that nobody has acknowledged. */
  unread: Pair
  /** Files of the orders' waybills; they have bytes only after the waybills were made. */
  waybill: Pair
  /** Prints that have ended. */
  print: Pair
  /** Makes a user without a profile, for new profiles. */
  loose: () => Promise<string>
}

/** The ids from which a row of one of the two sides is made. */
export type RowSource = {
  add: (name: EntityName, values: Record<string, unknown>) => Promise<string>
  /** The row of another entity on the same side; made at the first call. */
  idOf: (name: EntityName) => Promise<string>
  /** A running number for a new order. */
  orderNumber: () => Promise<string>
  /** The person's profile of this kind; made if missing. */
  profileOf: (kind: ProfileKind, user: string, values?: Record<string, unknown>) => Promise<string>
  customer: string
  /** An administrator, a driver and a customer's person. */
  people: Record<ProfileKind, string>
  worker: string
  /** On both sides the driver of the other side: a row of one driver may also name another one. */
  otherDriver: string
  /** The viewer; on the other side another person of the same role. */
  viewer: string
  /** Roles that notices and documents are for: the viewer's role; on the other side one that the viewer does not have. */
  meantFor: readonly Role[]
  hourlyType: string
  /** An address of the customer that is not its pickup place. */
  visitingAddress: string
}

type Draft = { attributes: Record<string, unknown>; relationships?: Record<string, unknown> }

export type AccessEntry = {
  /** The outcome of each operation for each role. */
  cells: Record<Role, Cells>
  /**
   * Fields and relations that must never be sent to a role, nor be usable by it in filter, sort, include or fields. From a missing role
   * nothing is hidden. From a customer's administrator the same fields are hidden as from a customer.
   */
  hidden?: { [R in Exclude<Role, 'asiakas_yllapito'>]?: readonly string[] }
  /**
   * The fields that a role other than yllapito may write in an own row; every other field is refused and nothing is stored. A missing
   * role may write none.
   */
  writable?: { [R in Exclude<Role, 'yllapito'>]?: readonly string[] | 'all but asiakas' }
  /** A new row that belongs to the viewer's company, order or person, or to another one's. */
  draft: (fixture: AccessFixture, which: keyof Pair) => Draft | Promise<Draft>
  /** A small change that everyone who may change the row may make. */
  change: (fixture: AccessFixture, which: keyof Pair) => Draft
  /**
   * A relation of another entity that leads to the rows of this one. The cells' `through` is its outcome for each role, as `include`
   * and, if `filter` is true, as a filter. Null when no relation of the JSON:API leads here (nothing refers to a price log, for instance);
   * then `through` is 'no way' for every role.
   */
  relationTo: { from: EntityName; relation: string; filter: boolean } | null
  /** Makes the row that the tests read, change and remove. Called once for each of the two sides. */
  row: (source: RowSource) => Promise<string>
}
