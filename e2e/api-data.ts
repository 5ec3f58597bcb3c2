// Rows that stories read and make by calls.
import type { Api } from './api.ts'
import { expect, password } from './kuorma.ts'

/** The rows of a list, and one row, that the person may read. */
export const rowsOf = async <T>(api: Api, path: string): Promise<T[]> => (await api.get<{ data: T[] }>(path)).data
export const rowOf = async <T>(api: Api, path: string): Promise<T> => (await api.get<{ data: T }>(path)).data

/** The user id of a sign-in name, read from the administrator's list of people. */
export async function userIdOf(admin: Api, name: string): Promise<string> {
  const people = await rowsOf<{ id: string; name: string }>(admin, `/api/user-list?page[limit]=1000&q=${name}`)
  const found = people.find((person) => person.name === name)
  if (!found) throw new Error(`Nobody is called ${name}.`)
  return found.id
}

/** The ids of an order's shipments that the person may read. */
export const shipmentIdsOf = async (api: Api, order: string): Promise<string[]> =>
  (await rowsOf<{ id: string }>(api, `/jsonapi/lahetys_entity/lahetys?filter[tilaus.id]=${order}`)).map(({ id }) => id)

/** Creates a user with the demo company's password; the caller must be allowed to create users. Returns the user's id. */
export async function makePerson(api: Api, person: { name: string; user_roles: string[]; phone?: string }): Promise<string> {
  const { name, user_roles, phone = '' } = person
  const profile_fields = { field_etunimi: 'Veikko', field_sukunimi: 'Vilén', field_puhelinnumero: phone }
  const { body } = await api.send('POST', '/api/user', {
    name,
    mail: `${name}@esimerkki.fi`,
    user_roles,
    profile_fields,
    newPassword: password,
  })
  return (body as { id: string }).id
}

type Operated = {
  op: string
  data?: { type: string; id?: string; attributes?: Record<string, unknown>; relationships?: object; meta?: object }
}

/** One save, for a story's set-up. The stored version of a changed row is read first. */
export async function operate(api: Api, list: readonly Operated[]): Promise<void> {
  const versioned: Operated[] = []
  for (const operation of list) {
    const { op, data } = operation
    if (op !== 'update' || data === undefined) versioned.push(operation)
    else {
      const { attributes } = await rowOf<{ attributes: { vid: number } }>(api, `/jsonapi/${data.type.replace('--', '/')}/${data.id}`)
      versioned.push({ op, data: { ...data, attributes: { vid: attributes.vid, ...data.attributes } } })
    }
  }
  const type = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"'
  const { status } = await api.send('POST', '/jsonapi/operations', { 'atomic:operations': versioned }, type)
  expect(status).toBe(200)
}

/** Changes the company's settings as an administrator. */
export async function changeSettings(admin: Api, values: Record<string, unknown>): Promise<void> {
  const { versio } = await admin.get<{ versio: number }>('/api/asetukset')
  expect((await admin.send('PATCH', '/api/asetukset', { values, versio })).status).toBe(200)
}
