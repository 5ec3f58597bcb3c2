// Every relation that leads to a file × every role: only those who may read the row may read the file (rules/access.md#files).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '#domain/access/roles.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { insert, startTestServer, type TestServer } from '../test-server.ts'
import type { AccessFixture } from './access-entry.ts'
import { makeAccessFixture } from './access-fixture.ts'
import { accessMatrix, hiddenFrom } from './access-matrix.ts'

const entities: Readonly<Record<EntityName, Entity>> = registry
const holders = entityNames.flatMap((name) =>
  Object.entries(entities[name].relations).flatMap(([field, relation]) =>
    relation.kind !== 'inverse' && relation.to === 'file' ? [{ name, field, kind: relation.kind }] : [],
  ),
)

let server: TestServer
const fixtures = new Map<Role, AccessFixture>()
beforeAll(async () => {
  server = await startTestServer()
  for (const role of roles) fixtures.set(role, await makeAccessFixture(server, role))
}, 60_000)
afterAll(() => server.close())

/** Attaches a new file without a sender to the row. */
async function hang({ name, field, kind }: (typeof holders)[number], row: string): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, 'file', { id, filename: 'a.pdf', filemime: 'application/pdf', filesize: 1, uri: `/file/${id}` })
  await server.files.save(id, Buffer.from('%'))
  const change = kind === 'many' ? `"${field}_ids" = ARRAY[$2::uuid]` : `"${field}_id" = $2`
  await server.pool.query(`UPDATE "${name}" SET ${change} WHERE id = $1`, [row, id])
  return id
}

test('relations that lead to a file are found', () => {
  expect(holders.map(({ name, field }) => `${name}.${field}`)).toEqual(
    expect.arrayContaining(['lahetys.kuvat', 'v_o_kuittaus.kuittaus', 'tilaus.rahtikirja', 'tilaus.rahtikirja_koonti']),
  )
})

describe.each(holders)('a file on $name, $field', (holder) => {
  test.each(roles.flatMap((role) => (['own', 'other'] as const).map((which) => ({ role, which }))))(
    '$role, $which',
    async ({ role, which }) => {
      const fixture = fixtures.get(role) ?? expect.unreachable()
      const [, readOwn, readOther] = accessMatrix[holder.name].cells[role]
      const secret = hiddenFrom(holder.name, role).includes(holder.field)
      const reads = (which === 'own' ? readOwn : readOther) === 'done' && !secret
      const id = await hang(holder, fixture.rows[holder.name][which])
      for (const url of [`/file/${id}`, `/jsonapi/file/file/${id}`])
        expect((await fixture.viewer.call('GET', url)).status, url).toBe(reads ? 200 : 404)
      expect((await fixture.viewer.call('HEAD', `/file/${id}`)).status).toBe(reads ? 200 : 404)
      expect((await server.call('GET', `/file/${id}`)).status).toBe(401)
      // When no row refers to it any more, only an administrator may read it.
      await hang(holder, fixture.rows[holder.name][which])
      expect((await fixture.viewer.call('GET', `/file/${id}`)).status).toBe(role === 'yllapito' ? 200 : 404)
    },
  )
})
