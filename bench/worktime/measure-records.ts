// A year of 60 drivers' working days, made by SQL: `node bench/worktime/measure-records.ts`. The summary of a period, a driver's list, the preview and the
// payroll file of the year, over HTTP, with their budgets.
import pg from 'pg'
import { addDays, mondayOf } from '#domain/values/time/time.ts'
import { openDatabases } from '../databases.ts'
import { median } from '../load.ts'
import { signIn, startServer } from '../servers.ts'

const [drivers, days] = [60, 365]
const runs = 9
/** Milliseconds. */
const budgets = { summary: 100, list: 100, preview: 300, year: 1000 }
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

function report(what: string, times: readonly number[], budget: number): void {
  const middle = median(times)
  const within = middle < budget
  console.log(
    `${what}: median ${middle.toFixed(1)} ms of ${times.map((time) => time.toFixed(0)).join(', ')} (budget ${budget} ms)${within ? '' : ' – over'}`,
  )
  if (!within) process.exitCode = 1
}

async function main(): Promise<void> {
  const databases = await openDatabases()
  try {
    const url = await databases.copy(1000)
    const client = new pg.Client(url)
    await client.connect()
    await fill(client).catch(async (error: unknown) => {
      await client.end()
      throw error
    })
    const { rows } = await client.query<{ records: string; tasks: string; driver: string }>(
      `SELECT (SELECT count(*) FROM tyovuoro_kirjaus) AS records, (SELECT count(*) FROM tyovuoro_kirjaus_tehtava) AS tasks,
         (SELECT id FROM "user" WHERE name = 'mittaus1') AS driver`,
    )
    await client.end()
    const [made] = rows
    console.log(`${made?.records} records of ${drivers} drivers with ${made?.tasks} tasks`)
    const server = await startServer(url)
    try {
      const authorization = await signIn(server.address, 'yllapito')
      const path = `${server.address}/api/tyovuoro-kirjaus-admin`
      const measure = async (query: string, body?: object): Promise<number[]> => {
        const headers = { authorization, 'content-type': 'application/json' }
        const times: number[] = []
        // The first one opens connections and compiles.
        for (let run = 0; run <= runs; run++) {
          const started = performance.now()
          const answer = await fetch(`${path}${query}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
          const text = await answer.text()
          if (!answer.ok) throw new Error(`${query}: ${answer.status} ${text}`)
          if (run > 0) times.push(performance.now() - started)
        }
        return times
      }
      const period = `&min=${addDays(lastMonday, -14)}&max=${addDays(lastMonday, -1)}`
      const year = { min: addDays(lastMonday, -days), max: lastMonday }
      report('SUMMARY of a period', await measure(`?operation=SUMMARY${period}`), budgets.summary)
      report('LIST of a driver', await measure(`?operation=LIST&kuljettaja=${made?.driver}${period}`), budgets.list)
      report('PAYROLL_PREVIEW of a period', await measure(`?operation=PAYROLL_PREVIEW${period}`), budgets.preview)
      for (const muoto of ['yleinen', 'fivaldi'])
        report(`DOWNLOAD_CSV of the year, ${muoto}`, await measure('', { operation: 'DOWNLOAD_CSV', ...year, muoto }), budgets.year)
    } finally {
      await server.stop()
    }
  } finally {
    await databases.close()
  }
}

await main()
