// For tests of refusals: expects JSON:API errors with their place, and that nothing is stored.
import { expect } from 'vitest'
import { entityNames } from '#domain/model/registry.ts'
import type { Answer, TestServer } from '../test-server.ts'

/** The number of rows in every table, and the next order number. */
async function stored({ pool }: TestServer): Promise<unknown> {
  const counts = [...entityNames, 'revisio', 'toistoavain'].map((table) => `(SELECT count(*) FROM "${table}") AS "${table}"`)
  const next = `SELECT seuraava FROM numerosarja WHERE nimi = 'tilaus.tilausnro'`
  const { rows } = await pool.query(`SELECT ${counts.join(', ')}, (SELECT sum(vid) FROM lahetys) AS vids, (${next}) AS next`)
  return rows[0]
}

/** The answer of a call that must be refused. `anywhere`: a body that cannot be parsed has no place that the error could name. */
export async function refusal(
  server: TestServer,
  call: () => Promise<Answer>,
  status: number | readonly number[],
  where: 'somewhere' | 'anywhere' = 'somewhere',
): Promise<Answer> {
  const before = await stored(server)
  const answer = await call()
  expect([status].flat(), answer.text.slice(0, 500)).toContain(answer.status)
  expect(String(answer.headers['content-type'])).toContain('application/vnd.api+json')
  expect(answer.body.errors.length).toBeGreaterThan(0)
  for (const error of answer.body.errors) {
    expect(error).toMatchObject({ status: expect.stringMatching(/^4\d\d$/), title: expect.any(String), detail: expect.any(String) })
    if (where === 'somewhere')
      expect(error.source?.pointer ?? error.source?.parameter, answer.text.slice(0, 500)).toEqual(expect.any(String))
  }
  expect(await stored(server)).toEqual(before)
  return answer
}
