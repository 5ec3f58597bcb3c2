import type { Page } from '@playwright/test'
import { expect, password } from './kuorma.ts'

/** The `data` of a list or a row, requested with the page's session: for what no screen shows yet. */
function dataOf<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (url) => {
    const { token } = JSON.parse(localStorage.getItem('kuorma.session') ?? '')
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${token.access_token}` } })
    return (await answer.json()).data
  }, path)
}
export const rowsOf = <T>(page: Page, path: string): Promise<T[]> => dataOf(page, path)
export const rowOf = <T>(page: Page, path: string): Promise<T> => dataOf(page, path)

/** The id of the person who is signed in. */
export const ownIdOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('kuorma.session') ?? '').user.id)

/** The user id of a sign-in name, read from the administrator's list of people. */
export async function userIdOf(admin: Page, name: string): Promise<string> {
  const people = await rowsOf<{ id: string; name: string }>(admin, `/api/user-list?page[limit]=1000&q=${name}`)
  const found = people.find((person) => person.name === name)
  if (!found) throw new Error(`Nobody is called ${name}.`)
  return found.id
}

/** The ids of an order's shipments that the page's user may read. */
export const shipmentIdsOf = async (page: Page, order: string): Promise<string[]> =>
  (await rowsOf<{ id: string }>(page, `/jsonapi/lahetys_entity/lahetys?filter[tilaus.id]=${order}`)).map(({ id }) => id)

/** Creates a user with the demo company's password; the page's user must be allowed to create users. */
export async function makePerson(page: Page, person: { name: string; user_roles: string[]; phone?: string }): Promise<string> {
  return page.evaluate(
    async ([{ name, user_roles, phone = '' }, newPassword]) => {
      const { token } = JSON.parse(localStorage.getItem('kuorma.session') ?? '')
      const headers = { Authorization: `Bearer ${token.access_token}`, 'Content-Type': 'application/json' }
      const profile_fields = { field_etunimi: 'Veikko', field_sukunimi: 'Vilén', field_puhelinnumero: phone }
      const body = JSON.stringify({ name, mail: `${name}@esimerkki.fi`, user_roles, newPassword, profile_fields })
      return (await (await fetch('/api/user', { method: 'POST', headers, body })).json()).id
    },
    [person, password] as const,
  )
}

type Operated = {
  op: string
  data?: { type: string; id?: string; attributes?: Record<string, unknown>; relationships?: object; meta?: object }
}

/** One save with the page's session, for a test's setup. The stored version of a changed row is read first. */
export async function operate(page: Page, list: readonly Operated[]): Promise<void> {
  const versioned: Operated[] = []
  for (const operation of list) {
    const { op, data } = operation
    if (op !== 'update' || data === undefined) versioned.push(operation)
    else {
      const { attributes } = await rowOf<{ attributes: { vid: number } }>(page, `/jsonapi/${data.type.replace('--', '/')}/${data.id}`)
      versioned.push({ op, data: { ...data, attributes: { vid: attributes.vid, ...data.attributes } } })
    }
  }
  const status = await page.evaluate(async (operations) => {
    const { token } = JSON.parse(localStorage.getItem('kuorma.session') ?? '')
    const type = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"'
    const headers = { Authorization: `Bearer ${token.access_token}`, 'Content-Type': type, Accept: type }
    const body = JSON.stringify({ 'atomic:operations': operations })
    return (await fetch('/jsonapi/operations', { method: 'POST', headers, body })).status
  }, versioned)
  expect(status).toBe(200)
}

/** Changes the company's settings with the administrator's session. */
export async function changeSettings(admin: Page, values: Record<string, unknown>): Promise<void> {
  const status = await admin.evaluate(async (changed) => {
    const { token } = JSON.parse(localStorage.getItem('kuorma.session') ?? '')
    const headers = { Authorization: `Bearer ${token.access_token}`, 'Content-Type': 'application/json' }
    const { versio } = await (await fetch('/api/asetukset', { headers })).json()
    const body = JSON.stringify({ values: changed, versio })
    return (await fetch('/api/asetukset', { method: 'PATCH', headers, body })).status
  }, values)
  expect(status).toBe(200)
}
