// A full disk: a small file system in memory where the system allows mounting one, and PostgreSQL's own error.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { operations, orderType, uploadFile } from '#server/testing/deliveries.ts'
import { noisePicture } from '#server/testing/sample-pictures.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const photos = 'lahetys_entity/lahetys/kuvat'
const sentence = 'Palvelimen levytila on lopussa. Yritä myöhemmin uudelleen tai ilmoita ylläpitoon.'

/** Server faults are logged as errors, which would fail the test. */
async function withLoggedErrors(work: () => Promise<void>): Promise<void> {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await work()
  expect(logged).toHaveBeenCalled()
  logged.mockClear()
}

let mounted = ''
try {
  const folder = mkdtempSync(join(tmpdir(), 'kuorma-taysi-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' })
  mounted = folder
} catch {
  // Only root may mount.
}

describe.runIf(mounted)('a full disk', () => {
  let server: TestServer
  let driver: Person
  beforeAll(async () => {
    server = await startTestServer({ env: { DATA_DIR: mounted } })
    driver = await server.person(['kuljettaja'])
  })
  afterAll(async () => {
    await server.close().catch(() => undefined)
    execFileSync('umount', [mounted])
    rmSync(mounted, { recursive: true, force: true })
  })

  test('refuses an upload with 507, and nothing of it is left', async () => {
    const photo = await noisePicture('png')
    const { bavail, bsize } = await statfs(mounted)
    await writeFile(join(mounted, 'tayte'), Buffer.alloc(bavail * bsize - Math.floor(photo.length / 2)))
    await withLoggedErrors(async () => {
      const answer = await uploadFile(driver, photo, 'kuva.png', {}, photos)
      expect(answer.status, answer.text).toBe(507)
      expect(answer.body.errors[0].detail).toBe(sentence)
    })
    expect((await server.pool.query('SELECT FROM file')).rowCount).toBe(0)
    expect(await Array.fromAsync(server.files.list())).toEqual([])
    expect(await readdir(join(mounted, 'kesken'))).toEqual([])
  })

  test('shows in /readyz, not in /healthz', async () => {
    expect(await server.call('GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'disk_full' } })
    expect(await server.call('GET', '/healthz')).toMatchObject({ status: 200 })
  })
})

test("PostgreSQL's full disk is a 507 too, and shows in /readyz for a minute", async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const customer = await server.person(['asiakas'], await server.customer())
  await server.pool.query(`
    CREATE FUNCTION taysi() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER taysi BEFORE INSERT ON lahetys FOR EACH ROW EXECUTE FUNCTION taysi()`)
  const id = '6f1c2d3e-0000-4000-8000-000000000001'
  await withLoggedErrors(async () => {
    const answer = await operations(customer, [
      { op: 'add', data: { type: orderType, id } },
      {
        op: 'add',
        data: { type: 'lahetys_entity--lahetys', attributes: {}, relationships: { tilaus: { data: { type: orderType, id } } } },
      },
    ])
    expect(answer.status, answer.text).toBe(507)
    expect(answer.body.errors[0].detail).toBe(sentence)
  })
  expect((await server.pool.query('SELECT FROM tilaus')).rowCount).toBe(0)
  expect(await server.call('GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'disk_full' } })
  server.clock.now += 61
  expect(await server.call('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})
