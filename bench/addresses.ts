// With 20 000 saved addresses in the large database: the list, its searches, and suggestions for typed text.
import pg from 'pg'
import { addressesCall, addressSuggestionsCall } from '#domain/features/addresses/addresses.ts'
import { addManyAddresses } from '#server/testing/many-addresses.ts'
import { measure, type SearchFigures } from './searches.ts'
import type { Server } from './servers.ts'

export const manyAddresses = 20_000

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

/** Adds the addresses to the database before measuring. */
export async function measureAddresses(server: Server, databaseUrl: string): Promise<SearchFigures[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
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
  return found
}
