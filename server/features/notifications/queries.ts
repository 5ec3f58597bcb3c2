import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import { type Role, staffRoles, type Viewer } from '#domain/access/roles.ts'
import { faultName } from '#domain/entities/car/maintenance.rules.ts'
import { type BellChoices, maxOfBellKind } from '#domain/features/notifications/notifications.ts'
import { newOrderPause } from '#domain/features/sms/new-order-message.ts'
import type { Context } from '#server/context.ts'
import { db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { acknowledgementBy, isRecipient } from '../documents/queries.ts'

const now = sql<number>`extract(epoch from now())`

/**
 * Notifications for the viewer that are shown now and that they have not dismissed, the newest first. Administrators read all
 * notifications; their bell shows those for them.
 */
export function readNotifications({ engine }: Context, viewer: Viewer) {
  const me = sql`array[${viewer.userId}]::uuid[]`
  const query = db
    .selectFrom('notification as n')
    .select(['n.id', 'n.message', 'n.key', 'n.end'])
    .select(({ fn }) => fn<number>('greatest', ['n.start', 'n.created']).as('aika'))
    .where('n.status', '=', 1)
    .where('n.disabled', '=', false)
    .where('n.start', '<=', now)
    .where(({ eb, or }) => or([eb('n.end', '=', 0), eb('n.end', '>', now)]))
    .where(sql<boolean>`case n.tyyppi when 'GLOBAL' then n.roles && ${sql.val([...viewer.roles])}::text[] else n.henkilot_ids @> ${me} end`)
    .where(sql<boolean>`not n.ohittaneet_ids @> ${me}`)
    .where(engine.isReadable(viewer, 'notification', 'n'))
    .orderBy('aika', 'desc')
    .orderBy('n.id')
    .limit(maxOfBellKind)
  return engine.query(viewer, query)
}

type Happened = { person: string; since: number }
const staff = sql.join(staffRoles.map((role) => sql.lit(role)))

const orders = statement((parameter: ParameterOf<Happened>) =>
  db
    .selectFrom('tilaus as t')
    .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
    .innerJoin('revisio as r', (join) => join.onRef('r.rivi', '=', 't.id').on('r.vid', '=', 1))
    .innerJoin('user as u', 'u.id', 'r.kayttaja')
    .select(['t.id', 't.tilausnro', 'a.name as asiakas', 't.created as aika'])
    .where('t.status', '=', 1)
    .where('t.created', '>', parameter('since'))
    .where('t.tilauksen_tila', '=', 'uusi')
    .where('t.avoin', '=', true)
    .where(sql<boolean>`not u.user_roles && array[${staff}]::text[]`)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('ohitettu_tapahtuma as o')
            .select('o.rivi')
            .whereRef('o.rivi', '=', 't.id')
            .where('o.kayttaja_id', '=', parameter('person')),
        ),
      ),
    )
    .orderBy('t.created', 'desc')
    .orderBy('t.id')
    .limit(maxOfBellKind),
)

/** The newest orders that customers themselves have made and nobody has begun, which the person has not dismissed. */
export const readNewOrders = (runner: Queryable, of: Happened) => orders(runner, of)

const failures = statement((parameter: ParameterOf<Happened>) =>
  db
    .selectFrom('toimituspoikkeama as p')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('lahetys as l')
          .innerJoin('tilaus as t', 't.id', 'l.tilaus_id')
          .select(['t.id as tilaus', 't.tilausnro', 'l.toimitus_nimi', 'l.toimitus_postitmp'])
          // Until a decision is made (rules/deliveries.md#failed-delivery).
          .whereRef('l.poikkeama_id', '=', 'p.id')
          .where('l.status', '=', 1)
          .orderBy('l.drupal_internal__id')
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .select(['p.id', 'p.syy', 'p.created as aika', 'l.tilaus', 'l.tilausnro', 'l.toimitus_nimi', 'l.toimitus_postitmp'])
    .where('p.status', '=', 1)
    .where('p.created', '>', parameter('since'))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('ohitettu_tapahtuma as o')
            .select('o.rivi')
            .whereRef('o.rivi', '=', 'p.id')
            .where('o.kayttaja_id', '=', parameter('person')),
        ),
      ),
    )
    .orderBy('p.created', 'desc')
    .orderBy('p.id')
    .limit(maxOfBellKind),
)

/** The newest failed deliveries that wait for a decision, which the person has not dismissed. */
export const readFailures = (runner: Queryable, of: Happened) => failures(runner, of)

const faults = statement((parameter: ParameterOf<Happened>) =>
  db
    .selectFrom('huolto as h')
    .innerJoin('auto as a', 'a.id', 'h.auto_id')
    .innerJoin('revisio as r', (join) => join.onRef('r.rivi', '=', 'h.id').on('r.vid', '=', 1))
    .select(['h.id', 'h.info', 'h.kirjaaja', 'h.created as aika', 'a.id as auto', 'a.rekisterinumero'])
    .where('h.status', '=', 1)
    .where('h.tehty', '=', false)
    .where('h.name', '=', faultName)
    .where('h.created', '>', parameter('since'))
    .where('a.status', '=', 1)
    .where('r.kayttaja', 'is distinct from', parameter('person'))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('ohitettu_tapahtuma as o')
            .select('o.rivi')
            .whereRef('o.rivi', '=', 'h.id')
            .where('o.kayttaja_id', '=', parameter('person')),
        ),
      ),
    )
    .orderBy('h.created', 'desc')
    .orderBy('h.id')
    .limit(maxOfBellKind),
)

/** The newest open fault reports that others have made, which the person has not dismissed. */
export const readFaultReports = (runner: Queryable, of: Happened) => faults(runner, of)

type Dismissal = { person: string; at: number }

/** Dismisses orders, failed deliveries and fault reports for a person. */
export async function storeDismissals(runner: Queryable, rows: readonly string[], { person, at }: Dismissal): Promise<void> {
  if (rows.length === 0) return
  await runner.query(
    'insert into ohitettu_tapahtuma (kayttaja_id, rivi, aika) select $1, rivi, $3 from unnest($2::uuid[]) as rivi on conflict do nothing',
    [person, rows, at],
  )
}

/** Longer than any entry that can be dismissed is shown. */
const retentionSeconds = 30 * 86_400

export async function forgetDismissals(pool: Pool, at: number): Promise<void> {
  await pool.query('delete from ohitettu_tapahtuma where aika < $1', [at - retentionSeconds])
}

const chosen = statement((parameter: ParameterOf<{ person: string }>) =>
  db
    .selectFrom('ilmoitusasetus')
    .select(['uudet_tilaukset', 'epaonnistuneet', 'vikailmoitukset'])
    .where('kayttaja_id', '=', parameter('person')),
)

/** The kinds that the person wants to be notified of; all kinds until they have chosen. */
export async function readChoices(runner: Queryable, person: string): Promise<BellChoices> {
  const [found] = await chosen(runner, { person })
  return found ?? { uudet_tilaukset: true, epaonnistuneet: true, vikailmoitukset: true }
}

export async function storeChoices(runner: Queryable, person: string, choices: BellChoices): Promise<void> {
  await runner.query(
    `insert into ilmoitusasetus (kayttaja_id, uudet_tilaukset, epaonnistuneet, vikailmoitukset) values ($1, $2, $3, $4)
     on conflict (kayttaja_id) do update set uudet_tilaukset = excluded.uudet_tilaukset, epaonnistuneet = excluded.epaonnistuneet,
       vikailmoitukset = excluded.vikailmoitukset`,
    [person, choices.uudet_tilaukset, choices.epaonnistuneet, choices.vikailmoitukset],
  )
}

/** `since[i]`: what appeared before it is not announced to `people[i]`. `quiet`: only failed deliveries are announced. */
type NewEntries = { people: readonly string[]; since: readonly number[]; now: number; quiet: boolean; limit: number }

// In the queries below, `u` is the person, and `w.since` the earliest time from which entries are announced to them.
const personsId = sql<string>`u.id`
const sinceThen = sql<number>`w.since`

/** Whether the entry was announced to the person and has not been changed since. */
const isAnnounced = (subject: RawBuilder<string>, changed: RawBuilder<number>) =>
  sql<boolean>`exists (select from push_announced pa where pa.person_id = u.id and pa.subject = ${subject} and pa.announced >= ${changed})`
const isDismissed = (row: RawBuilder<string>) =>
  sql<boolean>`exists (select from ohitettu_tapahtuma o where o.kayttaja_id = u.id and o.rivi = ${row})`
/** Whether the person receives entries of this kind; all kinds are on until they choose. */
const isWanted = (kind: 'uudet_tilaukset' | 'epaonnistuneet' | 'vikailmoitukset') =>
  sql<boolean>`coalesce((select ${sql.ref(`c.${kind}`)} from ilmoitusasetus c where c.kayttaja_id = u.id), true)`
const listOf = (roles: readonly Role[]) => sql`array[${sql.join(roles.map((role) => sql.lit(role)))}]::text[]`
const hasRole = (...roles: readonly Role[]) => sql<boolean>`u.user_roles && ${listOf(roles)}`

const newNotification = db
  .selectFrom('notification as n')
  .select('n.id')
  .where('n.status', '=', 1)
  .where('n.disabled', '=', false)
  .where('n.start', '<=', now)
  .where(({ eb: end, or }) => or([end('n.end', '=', 0), end('n.end', '>', now)]))
  .where(({ fn }) => fn<number>('greatest', ['n.start', 'n.created']), '>=', sinceThen)
  .where(sql<boolean>`case n.tyyppi when 'GLOBAL' then n.roles && u.user_roles else n.henkilot_ids @> array[u.id] end`)
  .where(sql<boolean>`not n.ohittaneet_ids @> array[u.id]`)
  .where(({ not }) => not(isAnnounced(sql`n.id`, sql`greatest(n.start, n.created)`)))

const newDocument = db
  .selectFrom('dokumentti as d')
  .select('d.id')
  .where('d.status', '=', 1)
  .where('d.kuitattava', '=', true)
  .where('d.changed', '>=', sinceThen)
  .where(isRecipient)
  .where(({ exists, not }) => not(exists(acknowledgementBy(personsId).select('k.id'))))
  .where(({ not }) => not(isAnnounced(sql`d.id`, sql`d.changed`)))

const newOrder = (at: RawBuilder<number>) =>
  db
    .selectFrom('tilaus as t')
    .innerJoin('revisio as r', (join) => join.onRef('r.rivi', '=', 't.id').on('r.vid', '=', 1))
    .innerJoin('user as m', 'm.id', 'r.kayttaja')
    .select('t.id')
    .where('t.status', '=', 1)
    .where('t.created', '>=', sinceThen)
    .where('t.tilauksen_tila', '=', 'uusi')
    .where('t.avoin', '=', true)
    .where(sql<boolean>`not m.user_roles && array[${staff}]::text[]`)
    .where(({ not }) => not(isDismissed(sql`t.id`)))
    .where(({ not }) => not(isAnnounced(sql`t.id`, sql`t.created`)))
    .where(
      sql<boolean>`not exists (select from push_announced pause where pause.person_id = u.id and pause.kind = 'tilaus'
        and pause.announced > ${at} - ${sql.lit(newOrderPause)})`,
    )

const newFailure = db
  .selectFrom('toimituspoikkeama as p')
  .innerJoin('lahetys as l', 'l.poikkeama_id', 'p.id')
  .select('p.id')
  .where('p.status', '=', 1)
  .where('l.status', '=', 1)
  .where('p.created', '>=', sinceThen)
  .where(({ not }) => not(isDismissed(sql`p.id`)))
  .where(({ not }) => not(isAnnounced(sql`p.id`, sql`p.created`)))

const newFault = db
  .selectFrom('huolto as h')
  .innerJoin('auto as a', 'a.id', 'h.auto_id')
  .innerJoin('revisio as r', (join) => join.onRef('r.rivi', '=', 'h.id').on('r.vid', '=', 1))
  .select('h.id')
  .where('h.status', '=', 1)
  .where('a.status', '=', 1)
  .where('h.tehty', '=', false)
  .where('h.name', '=', faultName)
  .where('h.created', '>=', sinceThen)
  .where('r.kayttaja', 'is distinct from', personsId)
  .where(({ not }) => not(isDismissed(sql`h.id`)))
  .where(({ not }) => not(isAnnounced(sql`h.id`, sql`h.created`)))

const withNewEntries = statement((parameter: ParameterOf<NewEntries>) =>
  db
    .selectFrom('user as u')
    .innerJoin(
      sql<{ id: string; since: number }>`unnest(${parameter('people')}::uuid[], ${parameter('since')}::bigint[])`.as<'w'>(
        sql`w(id, since)`,
      ),
      'w.id',
      'u.id',
    )
    .select('u.id')
    .where(({ and, exists, or }) =>
      or([
        and([hasRole('yllapito'), isWanted('epaonnistuneet'), exists(newFailure)]),
        and([
          sql<boolean>`not ${parameter('quiet')}::boolean`,
          or([
            exists(newNotification),
            and([hasRole(...staffRoles), exists(newDocument)]),
            and([hasRole('yllapito'), isWanted('uudet_tilaukset'), exists(newOrder(sql`${parameter('now')}::bigint`))]),
            and([hasRole('yllapito', 'huolto'), isWanted('vikailmoitukset'), exists(newFault)]),
          ]),
        ]),
      ]),
    )
    .orderBy('u.id')
    .limit(parameter('limit')),
)

/** Returns those of the people whose bell has an entry to be announced now. The conditions are those of the bell itself (`listBell`). */
export async function peopleWithNewEntries(runner: Queryable, of: NewEntries): Promise<string[]> {
  return (await withNewEntries(runner, of)).map(({ id }) => id)
}
