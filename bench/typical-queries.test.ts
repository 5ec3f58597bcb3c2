// The exact SQL of the screens' queries: every change of the compiler shows here.
import { expect, test } from 'vitest'
import { registry } from '#domain/model/registry.ts'
import { modelOf } from '#server/entities/model.ts'
import { planOf, typicalQueries } from './typical-queries.ts'

const model = modelOf(registry)
/** One clause per line, so that changes are readable. */
const laidOut = (sql: string): string =>
  `${sql
    .replace(/ (FROM|WHERE|ORDER BY|LIMIT|UNION ALL|AND|OR|JOIN)\b/g, '\n  $1')
    .replace(/, (\w+ AS MATERIALIZED|total AS)/g, ',\n$1')
    .replaceAll(', r.', ',\n    r.')}\n`

test('there are at least twenty, each with a distinct name', () => {
  expect(typicalQueries.length).toBeGreaterThanOrEqual(20)
  expect(new Set(typicalQueries.map(({ name }) => name)).size).toBe(typicalQueries.length)
})

test.each(typicalQueries)('$name', async (query) => {
  await expect(laidOut(planOf(model, query).plan.text)).toMatchFileSnapshot(`typical-queries/${query.name}.sql`)
})
