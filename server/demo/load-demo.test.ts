import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '#domain/access/roles.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { hashPassword, passwordMatches } from '../auth/passwords.ts'
import { modelOf, resourceNamed } from '../entities/model.ts'
import { makeReader } from '../entities/read/read.ts'
import { parseQuery } from '../entities/read/wire-query.ts'
import { rightsOf } from '../entities/rights.ts'
import type { FileStore } from '../platform/files/store/file-store.ts'
import { localFiles } from '../platform/files/store/local-files.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { demoSignIns, loadDemo } from './load-demo.ts'
import { towns } from './places.ts'

const now = 1_795_252_800
const plainPassword = 'kuorma-esittely'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const password = () => hashPassword(plainPassword, 'test')
const log = { info: () => undefined }

describe('loading the demo company', () => {
  let database: TestDatabase
  let folder: string
  let files: FileStore
  /** What two loads at the same time have answered. */
  let atOnce: boolean[]

  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'kuorma-demo-'))
    files = await localFiles(folder)
    atOnce = await Promise.all([0, 1].map(() => loadDemo(database.pool, { password, now, log, files })))
  })
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true })
  })
  const all = async <T extends object>(sql: string, values: unknown[] = []) => (await database.pool.query<T>(sql, values)).rows

  it('loads once when two servers start together', () => {
    expect(atOnce.toSorted()).toEqual([false, true])
  })

  it('loads only into a database without users, and never in production', async () => {
    expect(await loadDemo(database.pool, { password, now, log })).toBe(false)
    const { NODE_ENV } = process.env
    process.env.NODE_ENV = 'production'
    try {
      await expect(loadDemo(database.pool, { password, now, log })).rejects.toThrow('NODE_ENV')
    } finally {
      process.env.NODE_ENV = NODE_ENV
    }
  })

  it('has the specified size', async () => {
    const counts = {
      asiakas: 40,
      auto: 12,
      profile_kuljettaja: 16,
      // Six whole weeks, and the weekends of four drivers in the two after them.
      tyovuoro: 15 * 42 + 4 * 4,
      tyoreitti: 15,
      reitti: 4,
      dokumentti: 3,
      hinnasto: 6,
      tilaus_ryhma: 2,
    }
    for (const [name, count] of Object.entries(counts)) expect(await all(`SELECT count(*)::int FROM "${name}"`), name).toEqual([{ count }])
    const made = await all('SELECT ajopaiva > 0 AS made, count(*)::int > 20 AS many FROM tilaus GROUP BY 1 ORDER BY 1')
    expect(made).toEqual([false, true].map((one) => ({ made: one, many: true })))
    expect(await all('SELECT count(*)::int FROM tilaus WHERE ajopaiva = 0')).toEqual([{ count: 600 }])
  })

  it('contains every state', async () => {
    const states = (table: string, column: string) =>
      all<{ tila: string }>(`SELECT DISTINCT ${column} AS tila FROM ${table}`).then((rows) => rows.map(({ tila }) => tila).sort())
    expect(await states('tilaus', 'tilauksen_tila')).toEqual(['kuljetuksessa', 'laskutettu', 'toimitettu', 'uusi'])
    expect(await states('lahetys', 'tila')).toEqual(
      ['kuljetuksessa', 'myohassa', 'odottaa_noutoa', 'odottaa_siirtoa', 'peruutettu', 'siirretty', 'siirto', 'toimitettu'].sort(),
    )
    expect(await states('tuntituote', 'tila')).toEqual(['kuljetuksessa', 'odottaa_noutoa', 'peruutettu', 'toimitettu'])
  })

  it('has invoices in every state, joint ones and credits', async () => {
    expect(await all('SELECT DISTINCT tila, laji FROM lasku ORDER BY tila, laji')).toEqual([
      { tila: 'hyvitetty', laji: 'lasku' },
      { tila: 'lahetetty', laji: 'hyvitys' },
      { tila: 'lahetetty', laji: 'lasku' },
      { tila: 'luonnos', laji: 'lasku' },
      { tila: 'tarkista', laji: 'lasku' },
    ])
    expect(await all(`SELECT count(*)::int AS n FROM lasku WHERE tila = 'luonnos' AND virhe = ''`)).toEqual([{ n: 0 }])
    const joint = 'SELECT count(*)::int > 0 AS found FROM (SELECT FROM laskurivi GROUP BY lasku_id HAVING count(*) > 1) AS l'
    expect(await all(joint)).toEqual([{ found: true }])
    // The sums of the rows are those of the invoices.
    const wrong = 'SELECT numero FROM lasku l WHERE veroton <> (SELECT sum(veroton) FROM laskurivi r WHERE r.lasku_id = l.id)'
    expect(await all(wrong)).toEqual([])
    const own = `SELECT count(*)::int > 0 AS found FROM lasku l JOIN profile_asiakas p ON p.field_asiakas_id = l.asiakas_id JOIN "user" u ON u.id = p.uid_id
       WHERE u.name = 'asiakas' AND l.tila = 'lahetetty'`
    expect(await all(own)).toEqual([{ found: true }])
    expect(await all(`SELECT DISTINCT tila FROM lahteva_posti WHERE laji = 'lasku'`)).toEqual([{ tila: 'lahetetty' }])
  })

  it('continues the running numbers afterwards', async () => {
    const [numbers] = await all('SELECT min(tilausnro)::int, max(tilausnro)::int, count(DISTINCT tilausnro)::int FROM tilaus')
    const [{ count } = { count: 0 }] = await all<{ count: number }>('SELECT count(*)::int FROM tilaus')
    expect(numbers).toEqual({ min: 1000, max: 999 + count, count })
    expect(await all(`SELECT seuraava::int FROM numerosarja WHERE nimi = 'tilaus.tilausnro'`)).toEqual([{ seuraava: 1000 + count }])
    for (const name of ['tilaus', 'lahetys', 'asiakas', 'user', 'file', 'v_o_kuittaus']) {
      const sequence = `pg_get_serial_sequence('"${name}"', 'drupal_internal__id')`
      const [row] = await all<{ ok: boolean }>(`SELECT nextval(${sequence}) > max(drupal_internal__id) AS ok FROM "${name}"`)
      expect(row, name).toEqual({ ok: true })
    }
  })

  it('has a revision for every version of every row', async () => {
    for (const name of ['asiakas', 'user', 'auto', 'tuote', 'tilaus', 'lahetys', 'tuntituote', 'v_o_kuittaus', 'tuntituote_tyyppi']) {
      const from = name === 'tuntituote_tyyppi' ? 2 : 1
      const gaps = await all(
        `SELECT id FROM "${name}" t WHERE vid - ${from} + 1 <> (SELECT count(*) FROM revisio WHERE rivi = t.id AND entiteetti = $1 AND vid BETWEEN ${from} AND t.vid)`,
        [name],
      )
      expect(gaps, name).toEqual([])
    }
    expect(
      await all(`SELECT DISTINCT entiteetti FROM revisio WHERE kayttaja IS NOT NULL AND kayttaja NOT IN (SELECT id FROM "user")`),
    ).toEqual([])
  })

  it('charges for every hourly type', async () => {
    expect(await all('SELECT count(*)::int AS n FROM tuntituote_tyyppi WHERE hinta_h > 0 AND hinta_km > 0 AND vid = 2')).toEqual([{ n: 4 }])
  })

  it('has delivered goods that wait for a price', async () => {
    const unpriced = `SELECT count(*)::int > 0 AS found FROM tilaus WHERE tilauksen_tila = 'toimitettu' AND hinta = 0 AND tilaus_ryhma_id IS NULL AND laskutus_nimi <> ''`
    expect(await all(unpriced)).toEqual([{ found: true }])
  })

  it('stores a signature for each acknowledgement', async () => {
    const missing = await all(
      'SELECT k.id FROM v_o_kuittaus k LEFT JOIN file f ON f.id = k.kuittaus_id WHERE f.id IS NULL OR f.filesize = 0',
    )
    expect(missing).toEqual([])
    const signatures = await all<{ id: string; tarkiste: string; filesize: number }>('SELECT id, tarkiste, filesize FROM file')
    expect(signatures.length).toBeGreaterThan(300)
    for (const { id, tarkiste, filesize } of signatures) {
      const bytes = await buffer((await files.open(id)) ?? Readable.from([]))
      expect([bytes.length, sha256(bytes)]).toEqual([filesize, tarkiste])
    }
  })

  it('names each weekday of a recurring job once, and promises times within the delivery window', async () => {
    const twice =
      'SELECT viikonpaivat FROM tuntituote_toisto t WHERE EXISTS (SELECT FROM unnest(viikonpaivat) d GROUP BY d HAVING count(*) > 1)'
    expect(await all(twice)).toEqual([])
    const outside =
      'SELECT id FROM lahetys WHERE luvattu_aika > 0 AND (luvattu_aika < toimitus_aika_alku OR luvattu_aika > toimitus_aika_loppu)'
    expect(await all(outside)).toEqual([])
    expect(await all('SELECT count(*)::int > 20 AS many FROM lahetys WHERE luvattu_aika > 0')).toEqual([{ many: true }])
  })

  it('has the sign-ins, with one password, and the two customers in one company', async () => {
    const signIns = await all<{ name: string }>('SELECT name FROM "user" u JOIN salasana s ON s.user_id = u.id WHERE name = ANY($1)', [
      demoSignIns,
    ])
    expect(signIns.map(({ name }) => name).sort()).toEqual([...demoSignIns].sort())
    const hashes = await all<{ argon2id: string }>('SELECT DISTINCT tiiviste AS argon2id FROM salasana')
    expect(hashes).toHaveLength(1)
    expect(await passwordMatches(hashes[0] ?? null, plainPassword, 'test')).toBe(true)
    const customers = await all(
      `SELECT p.field_asiakas_id, count(*)::int AS tilaukset FROM "user" u JOIN profile_asiakas p ON p.uid_id = u.id
       JOIN tilaus t ON t.asiakas_id = p.field_asiakas_id WHERE u.name IN ('asiakas', 'asiakasyllapito') GROUP BY 1`,
    )
    expect(customers).toHaveLength(1)
    expect(customers[0]).toMatchObject({ tilaukset: expect.toSatisfy((count: number) => count > 120) })
  })

  it('shows the driver the published shifts, a work route, papers and cars, as the policy reads them', async () => {
    const { rows } = await database.pool.query<{ id: string }>(`SELECT id FROM "user" WHERE name = 'kuljettaja'`)
    const viewer: Viewer = { userId: rows[0]?.id ?? '', name: 'kuljettaja', roles: ['kuljettaja'], asiakasId: null }
    const model = modelOf(registry)
    const rowsOf = async (name: EntityName) => {
      const query = parseQuery(model, rightsOf(viewer), [resourceNamed(model, name)], {})
      return (await makeReader(model).list(database.pool, viewer, rightsOf(viewer), resourceNamed(model, name), query)).count
    }
    expect(await rowsOf('tyovuoro')).toBe(35)
    expect(await rowsOf('tyoreitti')).toBe(1)
    expect(await rowsOf('dokumentti')).toBe(3)
    expect(await rowsOf('huolto')).toBeGreaterThan(20)
    for (const name of ['reitti', 'vuokraus', 'hinnasto'] as const) expect(await rowsOf(name)).toBe(0)
  })

  it('has prices by the price list, with their calculation, where no price was typed', async () => {
    const [counts] = await all(
      `SELECT count(*) FILTER (WHERE hinta > 0 AND NOT hinta_kasin) > 300 AS "byList", count(*) FILTER (WHERE hinta_kasin) > 50 AS "byHand",
         count(*) FILTER (WHERE tilauksen_tila = 'toimitettu' AND hinta = 0) > 0 AS "withoutPrice" FROM tilaus`,
    )
    expect(counts).toEqual({ byList: true, byHand: true, withoutPrice: true })
    const wrong = await all(
      `SELECT tilausnro FROM tilaus t WHERE hinta > 0 AND NOT hinta_kasin AND (
         hinta IS DISTINCT FROM (SELECT tulos FROM hintalaskuri_log g WHERE g.tilaus_id = t.id ORDER BY g.drupal_internal__id DESC LIMIT 1)
         OR hinta <> (SELECT coalesce(sum(l.hinta), 0) FROM (SELECT tilaus_id, tila, hinta FROM lahetys UNION ALL SELECT tilaus_id, tila, hinta FROM tuntituote) l
           WHERE l.tilaus_id = t.id AND l.tila <> 'peruutettu'))`,
    )
    expect(wrong).toEqual([])
  })

  it('invoices only what has a price and a billing address', async () => {
    expect(await all(`SELECT tilausnro FROM tilaus WHERE tilauksen_tila = 'laskutettu' AND (hinta = 0 OR laskutus_nimi = '')`)).toEqual([])
    for (const kind of ['email', 'posti', 'verkkolasku'])
      expect(await all(`SELECT count(*) > 5 AS enough FROM laskutusosoite_${kind}`)).toEqual([{ enough: true }])
    const groups = await all<{ states: string[] }>(
      `SELECT array_agg(t.tilauksen_tila ORDER BY t.tilauksen_tila) AS states FROM tilaus_ryhma g JOIN tilaus t ON t.tilaus_ryhma_id = g.id
       WHERE g.hinta > 0 AND t.asiakas_id = g.asiakas_id GROUP BY g.drupal_internal__id ORDER BY g.drupal_internal__id`,
    )
    expect(groups.map(({ states }) => states)).toEqual([
      ['toimitettu', 'toimitettu'],
      ['kuljetuksessa', 'toimitettu'],
    ])
  })

  it('is in the past and in real places, and has late orders', async () => {
    expect(await all('SELECT vid FROM revisio WHERE aika > $1', [now])).toEqual([])
    const pairs = towns.map(({ code, town }) => `${code} ${town}`)
    expect(
      await all(
        `SELECT place FROM (SELECT nouto_postinro || ' ' || nouto_postitmp AS place FROM lahetys
           UNION SELECT toimitus_postinro || ' ' || toimitus_postitmp FROM lahetys WHERE toimitus_maa = 'FI'
           UNION SELECT field_postinumero || ' ' || field_postitoimipaikka FROM postiosoite) p WHERE place <> ALL ($1)`,
        [pairs],
      ),
    ).toEqual([])
    expect(await all('SELECT count(*) > 1 AS late FROM tilaus WHERE avoin AND toivottu_toimitus < $1', [startOfDay(now)])).toEqual([
      { late: true },
    ])
  })

  it('gives the driver a full day', async () => {
    const [row] = await all<{ count: number }>(
      `SELECT count(DISTINCT tilaus_id)::int FROM lahetys l JOIN "user" u ON u.id = l.kuljettaja_id
       WHERE u.name = 'kuljettaja' AND to_timestamp(toivottu_toimitus) AT TIME ZONE 'Europe/Helsinki' = (to_timestamp($1) AT TIME ZONE 'Europe/Helsinki')::date`,
      [now],
    )
    expect(row?.count).toBeGreaterThan(4)
  })
})

describe('loading it under adverse conditions', () => {
  it('leaves nothing behind when a signature cannot be stored', async () => {
    const database = await createTestDatabase()
    try {
      const removed: string[] = []
      const files = {
        save: () => Promise.reject(new Error('Levy on täynnä')),
        remove: async (id: string) => void removed.push(id),
      }
      await expect(loadDemo(database.pool, { password, now, log, files })).rejects.toThrow('Levy on täynnä')
      const { rows } = await database.pool.query(
        `SELECT (SELECT count(*) FROM "user") + (SELECT count(*) FROM tilaus) + (SELECT count(*) FROM revisio)
           + (SELECT count(*) FROM postinumero) + (SELECT count(*) FROM asetus) AS n`,
      )
      // The postal codes and settings were stored before the signatures.
      expect(rows).toEqual([{ n: '0' }])
      expect(removed.length).toBeGreaterThan(300)
    } finally {
      await database.drop()
    }
  })
})
