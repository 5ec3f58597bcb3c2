// A year of 60 drivers' working days, made by SQL: `node bench/worktime/measure-records.ts [folder for a CPU profile]`, or as a part of the whole
// run. The summary of a period, a driver's list, the preview and the payroll files of the year, over HTTP.
import pg from 'pg'
import { type PayrollLayout, payKindNames } from '#domain/features/settings/payroll-settings.ts'
import { addDays, mondayOf } from '#domain/values/time/time.ts'
import { openDatabases } from '../databases.ts'
import { median } from '../load.ts'
import { signIn, startServer } from '../servers.ts'

const [drivers, days] = [60, 365]
const runs = 9
const lastMonday = mondayOf(Date.now() / 1000)

/** Weekdays of a year with twelve tasks each; the earlier ones are checked. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO "user" SELECT (jsonb_populate_record(NULL::"user", to_jsonb(u) || jsonb_build_object('id', gen_random_uuid(), 'name', 'mittaus' || n,
       'mail', 'mittaus' || n || '@esimerkki.fi', 'field_fullname', 'Mitta Kuljettaja ' || n,
       'drupal_internal__id', nextval(pg_get_serial_sequence('"user"', 'drupal_internal__id'))))).*
     FROM (SELECT * FROM "user" WHERE 'kuljettaja' = ANY (user_roles) LIMIT 1) u, generate_series(1, $1) n`,
    [drivers],
  )
  await client.query(
    `INSERT INTO tyovuoro_kirjaus (id, vid, name, status, created, changed, revision_created, revision_log_message, paiva, alkuaika, loppuaika,
       timestamp_latest_change, tarkistettu, lahetetty, aika_kesto, aika_tyoaika, aika_ylityo_50, aika_ylityo_100, aika_ilta, aika_yo, aika_pyha, aika_ajo,
       aika_lastaus, aika_purku, aika_muu, aika_tauko, aika_odotus, tarkista, jakso_ei_tasmaa, alkuperainen, lahetetyt_summat,
       korjaus_lahettamatta, kuljettaja_id, auto_id)
     SELECT gen_random_uuid(), 1, '', 1, paiva, paiva, paiva, '', paiva, paiva + 21600, paiva + 21600 + 540 * 60, paiva, d > 14, false, 540, 500, 0, 0, 0, 0,
       0, 300, 60, 60, 80, 40, 0, '{}', false, '{"alku": null, "loppu": null, "tehtavat": [], "muut": []}', '{}', false, u.id,
       (SELECT id FROM auto ORDER BY id OFFSET u.drupal_internal__id % (SELECT count(*) FROM auto) LIMIT 1)
     FROM "user" u, generate_series(1, $1::int) d,
       LATERAL (SELECT extract(epoch FROM (to_timestamp($2) AT TIME ZONE 'Europe/Helsinki' - make_interval(days => d)) AT TIME ZONE 'Europe/Helsinki')::bigint
         AS paiva) t
     WHERE u.name LIKE 'mittaus%' AND extract(isodow FROM to_timestamp(paiva) AT TIME ZONE 'Europe/Helsinki') < 6`,
    [days, addDays(lastMonday, 5)],
  )
  await client.query(
    `INSERT INTO tyovuoro_kirjaus_tehtava (id, vid, name, status, created, changed, revision_created, revision_log_message, alkuaika, tyyppi, latitude,
       longitude, address_print, tarkista, tyovuoro_kirjaus_id)
     SELECT gen_random_uuid(), 1, '', 1, r.alkuaika, r.alkuaika, r.alkuaika, '', r.alkuaika + (n - 1) * 45 * 60,
       (ARRAY['MUU', 'LASTAUS', 'AJO', 'PURKU', 'AJO', 'PURKU', 'TAUKO', 'AJO', 'PURKU', 'AJO', 'PURKU', 'AJO'])[n], NULL, NULL, '', '{}', r.id
     FROM tyovuoro_kirjaus r, generate_series(1, 12) n`,
  )
  await client.query('VACUUM ANALYZE tyovuoro_kirjaus')
  await client.query('VACUUM ANALYZE tyovuoro_kirjaus_tehtava')
}

/** Milliseconds until an answer has been read, the median of its runs. */
export type RecordFigures = Record<'summary' | 'list' | 'preview' | 'yleinen' | 'fivaldi' | 'fennoa', number>

/** The payroll system's files have a row for each kind of pay that has a code. */
async function setPayCodes(address: string, headers: Record<string, string>): Promise<void> {
  const url = `${address}/api/asetukset`
  const { versio } = await (await fetch(url, { headers })).json()
  const values = Object.fromEntries(payKindNames.map((kind, index) => [`palkkalaji_${kind}`, String(1000 + index)]))
  const { status } = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ values, versio }) })
  if (status !== 200) throw new Error(`The pay codes were not saved: ${status}`)
}

async function medianOf(url: string, init: RequestInit): Promise<number> {
  const times: number[] = []
  // The first one opens connections and compiles.
  for (let run = 0; run <= runs; run++) {
    const started = performance.now()
    const answer = await fetch(url, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
    if (run > 0) times.push(performance.now() - started)
  }
  return median(times)
}

/** Measures with a server of its own, on a database to which it adds the drivers and their year. */
export async function measureRecords(databaseUrl: string, profile?: string): Promise<RecordFigures> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  let driver: string | undefined
  try {
    await fill(client)
    driver = (await client.query<{ id: string }>(`SELECT id FROM "user" WHERE name = 'mittaus1'`)).rows[0]?.id
  } finally {
    await client.end()
  }
  const server = await startServer(databaseUrl, profile)
  try {
    const headers = { authorization: await signIn(server.address, 'yllapito'), 'content-type': 'application/json' }
    await setPayCodes(server.address, headers)
    const path = `${server.address}/api/tyovuoro-kirjaus-admin`
    const period = `&min=${addDays(lastMonday, -14)}&max=${addDays(lastMonday, -1)}`
    const get = (query: string) => medianOf(`${path}?operation=${query}${period}`, { headers })
    const year = { operation: 'DOWNLOAD_CSV', min: addDays(lastMonday, -days), max: lastMonday }
    const file = (muoto: PayrollLayout) => medianOf(path, { method: 'POST', headers, body: JSON.stringify({ ...year, muoto }) })
    const found = {
      summary: await get('SUMMARY'),
      list: await get(`LIST&kuljettaja=${driver}`),
      preview: await get('PAYROLL_PREVIEW'),
      yleinen: await file('yleinen'),
      fivaldi: await file('fivaldi'),
      fennoa: await file('fennoa'),
    }
    const texts = Object.entries(found).map(([name, milliseconds]) => `${name} ${milliseconds.toFixed(1)} ms`)
    console.log(`A year of ${drivers} drivers, median of ${runs}: ${texts.join(', ')}`)
    return found
  } finally {
    await server.stop()
  }
}

async function main(): Promise<void> {
  const databases = await openDatabases()
  try {
    await measureRecords(await databases.copy(1000), process.argv[2])
  } finally {
    await databases.close()
  }
}

if (import.meta.main) await main()
