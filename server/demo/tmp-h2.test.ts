import { expect, test } from 'vitest'
import { createTestDatabase } from '/work/h2/server/testing/database.ts'
import { loadDemo } from '/work/h2/server/demo/load-demo.ts'
import { hashPassword } from '/work/h2/server/auth/passwords.ts'
test('demo', { timeout: 300_000 }, async () => {
  const database = await createTestDatabase()
  const started = performance.now()
  await loadDemo(database.pool, { password: () => hashPassword('kuorma-esittely', 'test'), now: 1_795_252_800, log: { info: console.log } })
  console.log('load', performance.now() - started)
  const q = async (s: string) => console.log((await database.pool.query(s)).rows)
  await q(`select count(*), count(*) filter (where tarkistettu) as t, count(*) filter (where lahetetty) as l, count(*) filter (where loppuaika=0) as auki, sum(aika_ylityo_50) as y50, sum(aika_ylityo_100) y100, count(*) filter (where jakso_ei_tasmaa) e from tyovuoro_kirjaus`)
  await q(`select min(aika_kesto), avg(aika_kesto), max(aika_kesto), avg(aika_ajo) ajo, avg(aika_tauko) tauko from tyovuoro_kirjaus where loppuaika>0`)
  await q(`select count(*) from tyovuoro_kirjaus_tehtava`)
  await database.drop()
})
