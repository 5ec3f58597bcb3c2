// Sends random requests to every address as every role, and checks the answers.
import fc from 'fast-check'
import { type Role, roles } from '#domain/access/roles.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import type { OpenApi } from '#server/http/openapi/document.ts'
import type { AccessFixture } from '../access-matrix/access-entry.ts'
import { makeAccessFixture } from '../access-matrix/access-fixture.ts'
import { accessMatrix } from '../access-matrix/access-matrix.ts'
import { csv, goodRow, sheet, xlsx } from '../imports/import-files.ts'
import { sampleSignature } from '../sample-order.ts'
import type { Answer, TestServer } from '../test-server.ts'
import { anyRequest, describedIn, type FuzzRequest, type Vocabulary } from './fuzz-requests.ts'

export type FuzzFigures = {
  requests: number
  byStatus: Record<string, number>
  /** `admitted`: requests with a body that were answered with neither 401, 403 nor 404; `invalid`: those of them with 422. */
  withBody: { admitted: number; invalid: number }
  slowest: number
  untested: string[]
}

/** Milliseconds after which a request without an answer fails the test. */
const longest = 15_000
/** Then a new fixture is made: by then the requests have removed its rows and disabled the viewer. */
const requestsPerFixture = 150

/** Order files as programs and people write them, and a picture. */
const makeFiles = async (): Promise<Buffer[]> => [
  await xlsx(sheet([goodRow(), goodRow({ tilaus: 'A' })])),
  Buffer.from(csv([goodRow()])),
  Buffer.from(sampleSignature()),
]

const vocabularyOf = ({ rows, customer, driver, viewer }: AccessFixture, files: Vocabulary['files']): Vocabulary => ({
  ids: [
    ...Object.values(rows).flatMap(({ own, other }) => [own, other]),
    customer.own,
    customer.other,
    driver.own,
    driver.other,
    viewer.id,
  ],
  words: [
    ...new Set(
      entityNames.flatMap((name) => [registry[name].type, ...Object.keys(registry[name].relations), ...Object.keys(registry[name].fields)]),
    ),
    'id',
    'name',
    'status',
    'vid',
    'eiole',
  ],
  files,
})

/** Ids of other rows that the role may not read, by the access matrix. */
const secretsOf = ({ role, rows }: AccessFixture): string[] =>
  entityNames
    .filter((name: EntityName) => role !== 'yllapito' && accessMatrix[name].cells[role][2] !== 'done')
    .map((name) => rows[name].other)

/** Stores bytes for the fixture's files, so that reading them does not fail. */
async function giveBytes({ pool, files }: TestServer): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(`UPDATE file SET filesize = 5, filemime = 'image/png' WHERE filesize = 0 RETURNING id`)
  for (const { id } of rows) await files.save(id, Buffer.from('kuva!'))
}

async function send(fixture: AccessFixture | null, server: TestServer, { method, url, body, headers }: FuzzRequest): Promise<Answer> {
  const call = fixture ? fixture.viewer.call : server.call
  let timer: NodeJS.Timeout | undefined
  const stuck = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${longest} ms`)), longest)
  })
  try {
    return await Promise.race([call(method, url, body, headers), stuck])
  } finally {
    clearTimeout(timer)
  }
}

/** Ids that a successful request gave to its new rows. They are no longer secret, as the viewer may read the new row with that id. */
function newIdsOf({ status }: Answer, { body }: FuzzRequest): string[] {
  if (status >= 300 || typeof body !== 'object' || body === null) return []
  const data = 'atomic:operations' in body && Array.isArray(body['atomic:operations']) ? body['atomic:operations'] : [body]
  return data.flatMap((item: { data?: { id?: unknown } }) => (typeof item?.data?.id === 'string' ? [item.data.id] : []))
}

/** The fault of an answer, or null. The test server itself checks every answer against the OpenAPI document. */
function complaintOf(answer: Answer, request: FuzzRequest, secrets: readonly string[]): string | null {
  if (answer.status >= 500) return `status ${answer.status}: ${answer.text.slice(0, 300)}`
  const said = decodeURIComponent(request.url.replace(/%(?![0-9a-f]{2})/gi, '%25')) + JSON.stringify(request.body ?? null)
  const leaked = secrets.find((id) => answer.text.includes(id) && !said.includes(id))
  const at = leaked ? answer.text.indexOf(leaked) : 0
  return leaked ? `it tells of another's row ${leaked}: …${answer.text.slice(Math.max(0, at - 200), at + 200)}…` : null
}

/**
 * Sends the requests, spread over all roles and callers without sign-in, to the document's operations in turn, so that all of them are
 * tested. Throws at the first faulty answer, with the request and the seed.
 */
export async function fuzz(server: TestServer, { requests, seed }: { requests: number; seed: number }): Promise<FuzzFigures> {
  const document: OpenApi = (await server.call('GET', '/api/openapi.json')).body
  const all = describedIn(document)
  const untested = new Set(all)
  const files = await makeFiles()
  const figures: FuzzFigures = { requests: 0, byStatus: {}, withBody: { admitted: 0, invalid: 0 }, slowest: 0, untested: [] }
  const callers: readonly (Role | null)[] = [...roles, null]
  const share = Math.ceil(requests / callers.length)
  for (const [number, role] of callers.entries()) {
    for (let done = 0; done < share; done += requestsPerFixture) {
      const fixture = await makeAccessFixture(server, role ?? 'asiakas')
      await giveBytes(server)
      const caller = role === null ? null : fixture
      let secrets = secretsOf(role === null ? { ...fixture, role: 'huolto' } : fixture)
      const vocabulary = vocabularyOf(fixture, files)
      for (let nth = done; nth < Math.min(done + requestsPerFixture, share); nth++) {
        // With the next seed each caller gets the operations that another caller has with this one.
        const described = all[(seed * share + figures.requests) % all.length]
        if (!described) throw new Error('Nothing is described')
        untested.delete(described)
        const [request] = fc.sample(anyRequest(document, vocabulary, described), { numRuns: 1, seed: seed + number * 1_000_003 + nth })
        if (!request) throw new Error('No request')
        const begun = performance.now()
        const shown = `${role ?? 'nobody'} (seed ${seed}): ${request.method} ${request.url} ${JSON.stringify(request.headers)} ${JSON.stringify(request.body)?.slice(0, 2000)}`
        const answer = await send(caller, server, request).catch((error: unknown) => {
          throw new Error(shown, { cause: error })
        })
        const complaint = complaintOf(answer, request, secrets)
        if (complaint) throw new Error(`${complaint}\n${shown}`)
        const newIds = newIdsOf(answer, request)
        secrets = secrets.filter((id) => !newIds.includes(id))
        figures.requests++
        figures.byStatus[answer.status] = (figures.byStatus[answer.status] ?? 0) + 1
        if (request.body !== undefined && ![401, 403, 404].includes(answer.status)) {
          figures.withBody.admitted++
          if (answer.status === 422) figures.withBody.invalid++
        }
        figures.slowest = Math.max(figures.slowest, performance.now() - begun)
      }
    }
  }
  figures.untested = [...untested].map(({ method, path }) => `${method} ${path}`)
  return figures
}
