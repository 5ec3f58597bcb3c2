import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import type { Register } from './register.ts'

vi.stubGlobal('localStorage', { getItem: () => null })
const { list } = await import('#web/data/json-api.ts')
const { chosenSort, columnsOf, includeOf } = await import('./entity-list.tsx')
const { filterOf } = await import('./entity-filters.tsx')

afterEach(() => vi.unstubAllGlobals())

const maintenance: Register<'huolto'> = {
  entity: 'huolto',
  title: 'Huollot',
  newTitle: 'Uusi huolto',
  list: { to: '/' },
  page: () => ({ to: '/' }),
  columns: ['name', 'auto', 'info', 'paiva', 'kuvat'],
  sort: ['-paiva'],
  missingTitle: 'Huoltoa ei löydy',
  empty: { title: 'Ei huoltoja' },
}
const resource = (type: string, id: string, attributes: object, relationships = {}) => ({ type, id, attributes, relationships })
const note = (id: string, car: string | null) => {
  const data = car && { type: 'auto_entity--auto_entity', id: car }
  return resource('huolto_entity--huolto_entity', id, { name: 'Huolto', info: 'Öljyt' }, { auto: { data }, kuvat: { data: [] } })
}

/** Serves three notes; two of them belong to a car, which is included. */
function serveNotes(): string[] {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    const car = resource('auto_entity--auto_entity', 'c1', { name: 'Kuorma-auto', rekisterinumero: 'ABC-123' })
    return Response.json({ data: [note('n1', 'c1'), note('n2', 'c1'), note('n3', null)], included: [car], meta: { count: 3 } })
  })
  return requests
}

test('the list includes the names of related rows, so that its cells make no requests', async () => {
  const requests = serveNotes()
  const columns = columnsOf(maintenance)
  const include = includeOf('huolto', columns)
  expect(include).toEqual(['auto'])
  const { rows, included } = await list('huolto', { include })
  const shown = rows.map((row) =>
    columns
      .slice(1, 3)
      .map(({ cell }) =>
        renderToStaticMarkup(<QueryClientProvider client={queryClient}>{cell({ id: row.id, row, included })}</QueryClientProvider>),
      ),
  )
  expect(shown).toEqual([
    ['ABC-123', 'Öljyt'],
    ['ABC-123', 'Öljyt'],
    ['–', 'Öljyt'],
  ])
  expect(requests).toHaveLength(1)
})

test('the address may sort by any column, and by nothing else', () => {
  const columns = columnsOf(maintenance)
  expect(chosenSort('huolto', columns, '-auto.rekisterinumero')).toBe('-auto.rekisterinumero')
  expect(chosenSort('huolto', columns, 'paiva')).toBe('paiva')
  for (const requested of [undefined, '', 'kuvat', 'tehty', 'created', 'auto.name', '--paiva']) {
    expect(chosenSort('huolto', columns, requested)).toBeNull()
  }
})

test('`edit` in a column that cannot be edited in a cell throws an error', () => {
  const edited = (columns: Register<'huolto'>['columns']) => () => columnsOf({ ...maintenance, columns })
  expect(edited(['name', { field: 'paiva', edit: true }, { field: 'tehty', edit: true }])).not.toThrow()
  expect(edited([{ field: 'name', edit: true }])).toThrow('name of huolto cannot be edited in the list')
  for (const field of ['info', 'auto', 'kuvat'] as const) expect(edited(['name', { field, edit: true }])).toThrow(field)
})

test('a filter by a related row uses its id, and ignores values that are not ids', () => {
  const car = '00000000-0000-4000-8000-00000000000c'
  expect(filterOf('huolto', { field: 'auto' }, { value: car, now: 0 })).toEqual({ 'auto.id': car })
  for (const value of ['ABC-123', '', undefined]) expect(filterOf('huolto', { field: 'auto' }, { value, now: 0 })).toBeNull()
})
