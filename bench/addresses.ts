// 20 000 saved addresses and 5 000 customers on the large database: their lists, the searches, and what is suggested while somebody types.
import pg from 'pg'
import { addressesCall, addressSuggestionsCall } from '#domain/features/addresses/addresses.ts'
import { customersCall } from '#domain/features/customers/entity-lists.ts'
import { similarCustomersCall } from '#domain/features/customers/similar-customers.ts'
import { addManyAddresses } from '#server/testing/many-addresses.ts'
import { fillUpCustomers } from '#server/testing/many-customers.ts'
import { measure, type SearchFigures } from './searches.ts'
import type { Server } from './servers.ts'

export const manyAddresses = 20_000
export const manyCustomers = 5000

const listOf = (filter: Record<string, string>): string =>
  `/jsonapi/osoite_entity/postiosoite?${new URLSearchParams({
    'filter[status]': '1',
    include: 'asiakas',
    'fields[asiakas_entity--asiakas_entity]': 'name',
    'page[limit]': '50',
    ...filter,
  })}`
const suggested = (search: string): string => `${addressSuggestionsCall.path}?${new URLSearchParams({ search })}`

/** Including the slowest cases: words that occur in thousands of addresses, and prefixes of few letters. */
const requests: readonly (readonly [title: string, path: string])[] = [
  ['list by name', listOf({ sort: 'name' })],
  ['list by town, from the middle', listOf({ sort: 'field_postitoimipaikka', 'page[offset]': '10000' })],
  ['list of estimated points', listOf({ sort: 'name', 'filter[sijainti_arvio]': '1' })],
  ['pickers’ list', `${addressesCall.path}?page[limit]=250`],
  ...['satamakatu tampere', 'varasto', 'oy', 'te', '00100', 'O-700500', 'xyzzyq'].map(
    (typed) => [`search “${typed}”`, listOf({ 'filter[q]': typed })] as const,
  ),
  ...['satamakatu 12, tam', 'teollisuuskatu', 'varasto 19', 'tamp', 'oy', 'te', 'a', 'xyzzyq'].map(
    (typed) => [`suggestions “${typed}”`, suggested(typed)] as const,
  ),
]

const customersWith = (parameters: Record<string, string>): string =>
  `/jsonapi/asiakas_entity/asiakas_entity?${new URLSearchParams({ 'filter[status]': '1', ...parameters })}`
/** As the register's page asks. */
const customerList = (parameters: Record<string, string>): string =>
  customersWith({ include: 'kayntiosoite', 'page[limit]': '50', ...parameters })
/** As the fields in which a customer is chosen ask. */
const customerChoices = (typed: string): string =>
  customersWith({
    'filter[x][condition][path]': 'name',
    'filter[x][condition][operator]': 'CONTAINS',
    'filter[x][condition][value]': typed,
    sort: 'name',
    'page[limit]': '20',
    'fields[asiakas_entity--asiakas_entity]': 'name,tunniste',
  })
const similarTo = (nimi: string): string => `${similarCustomersCall.path}?${new URLSearchParams({ nimi })}`

/** Customers read no list of customers. */
const customerRequests: readonly (readonly [title: string, path: string])[] = [
  ['customers by name', customerList({ sort: 'name' })],
  ['customers by Y-tunnus, from the middle', customerList({ sort: 'y_tunnus', 'page[offset]': '2500' })],
  ['pickers’ list of customers', `${customersCall.path}?page[limit]=250`],
  ...['virtanen', 'oy', 'ra', '2004000-0', 'A-900123', 'xyzzyq'].map(
    (typed) => [`customers found by “${typed}”`, customerList({ 'filter[q]': typed })] as const,
  ),
  ...['puutavara mä', 'oy', 'k', 'xyzzyq'].map((typed) => [`customers to choose from, “${typed}”`, customerChoices(typed)] as const),
  ...['Rakennus Virtanen 77 Oy', 'Sähkö', 'Xyzzyq Oy'].map((typed) => [`customers like “${typed}”`, similarTo(typed)] as const),
]

/** Adds the customers and the addresses to the database first. */
export async function measureAddresses(server: Server, databaseUrl: string): Promise<SearchFigures[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    await fillUpCustomers(pool, manyCustomers)
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM asiakas WHERE status = 1 ORDER BY id')
    await addManyAddresses(
      pool,
      rows.map(({ id }) => id),
      manyAddresses,
    )
  } finally {
    await pool.end()
  }
  const found: SearchFigures[] = []
  for (const who of ['yllapito', 'asiakas']) for (const [title, path] of requests) found.push(await measure(server, who, title, path))
  for (const [title, path] of customerRequests) found.push(await measure(server, 'yllapito', title, path))
  return found
}
