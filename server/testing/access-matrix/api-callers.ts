import type { Role } from '#domain/access/roles.ts'
import type { AccessFixture } from './access-entry.ts'

export type Caller = Role | 'nobody'
export type Statuses = readonly [own: number, other: number]
export type ApiCells = {
  call: (fixture: AccessFixture, which: 'own' | 'other') => { url: string; body?: unknown; headers?: Record<string, string> }
  cells: Record<Caller, Statuses>
}

export const forAdministrators: Record<Caller, Statuses> = {
  yllapito: [200, 200],
  kuljettaja: [403, 403],
  asiakas: [403, 403],
  asiakas_yllapito: [403, 403],
  huolto: [403, 403],
  nobody: [401, 401],
}
export const forEveryRole: Record<Caller, Statuses> = {
  yllapito: [200, 200],
  kuljettaja: [200, 200],
  asiakas: [200, 200],
  asiakas_yllapito: [200, 200],
  huolto: [200, 200],
  nobody: [401, 401],
}
export const forStaff: Record<Caller, Statuses> = { ...forEveryRole, asiakas: [403, 403], asiakas_yllapito: [403, 403] }
/** Lists of one customer: a driver gets an empty list of another customer, a customer a refusal. */
export const ofCustomer: Record<Caller, Statuses> = {
  yllapito: [200, 200],
  kuljettaja: [200, 200],
  asiakas: [200, 403],
  asiakas_yllapito: [200, 403],
  huolto: [403, 403],
  nobody: [401, 401],
}
export const forOneself: Record<Caller, Statuses> = {
  yllapito: [200, 200],
  kuljettaja: [200, 404],
  asiakas: [200, 404],
  asiakas_yllapito: [200, 404],
  huolto: [200, 404],
  nobody: [401, 401],
}
export const ofOnesOwn: Record<Caller, Statuses> = { ...forOneself, huolto: [403, 403] }
/** A customer's administrator may see a colleague, but not use the colleague's sign-in. */
export const forOneselfOnly: Record<Caller, Statuses> = { ...forOneself, asiakas_yllapito: [403, 404] }
/** Customers with their own orders; drivers may not manage the tracking link. */
export const followers: Record<Caller, Statuses> = { ...ofOnesOwn, kuljettaja: [403, 403] }
