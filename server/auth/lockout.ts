import type { Pool } from 'pg'

const triesAllowed = 10
const triesWindow = 600
const lockLength = 600

const recent = `array(select yritys from unnest(k.yritykset) yritys where yritys > $2::bigint - ${triesWindow})`

// One statement, so that tries made at the same time on several servers are counted one after another. The tenth try
// in the window sets the lock but is still looked at; a lock that has run out starts the count afresh.
const countTry = `
  insert into kirjautumisyritys as k (nimi_tiiviste, yritykset, viimeksi) values ($1, array[$2::bigint], $2::bigint)
  on conflict (nimi_tiiviste) do update set
    yritykset = case
      when k.lukossa_asti > $2::bigint then k.yritykset
      when k.lukossa_asti > 0 then array[$2::bigint]
      else ${recent} || $2::bigint
    end,
    lukossa_asti = case
      when k.lukossa_asti > $2::bigint then k.lukossa_asti
      when k.lukossa_asti = 0 and cardinality(${recent}) + 1 >= ${triesAllowed} then $2::bigint + ${lockLength}
      else 0
    end,
    torjuttu = case when k.lukossa_asti > $2::bigint then k.torjuttu + 1 else 0 end,
    viimeksi = $2::bigint
  returning torjuttu = 0 as sallittu`

/**
 * Counts a try before the password is looked at, so that a hundred guesses at once are still a hundred tries.
 * @returns false when the name is locked
 */
export async function beginTry(pool: Pool, nameHash: Buffer, now: number): Promise<boolean> {
  const { rows } = await pool.query<{ sallittu: boolean }>(countTry, [nameHash, now])
  return rows[0]?.sallittu === true
}

/** The password was right: the wrong tries before it are forgotten. */
export async function forgetTries(pool: Pool, nameHash: Buffer): Promise<void> {
  await pool.query('delete from kirjautumisyritys where nimi_tiiviste = $1', [nameHash])
}
