import { type RawBuilder, sql } from 'kysely'
import { type Role, staffRoles } from '#domain/access/roles.ts'
import { faultName } from '#domain/entities/car/maintenance.rules.ts'
import { newOrderPause } from '#domain/features/sms/new-order-message.ts'
import { db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { acknowledgementBy, isRecipient } from '../../documents/queries.ts'

/** `since[i]`: what appeared before it is not announced to `people[i]`. `quiet`: only failed deliveries are announced. */
type NewEntries = { people: readonly string[]; since: readonly number[]; now: number; quiet: boolean; limit: number }

// The queries below are about the person `u`, since `w.since`.
const personsId = sql<string>`u.id`
const since = sql<number>`w.since`
const currentTime = sql<number>`extract(epoch from now())`

/** Announced to the person, and not changed since. */
const isAnnounced = (subject: RawBuilder<string>, changed: RawBuilder<number>) =>
  sql<boolean>`exists (select from push_announced pa where pa.person_id = u.id and pa.subject = ${subject} and pa.announced >= ${changed})`
const isDismissed = (row: RawBuilder<string>) =>
  sql<boolean>`exists (select from ohitettu_tapahtuma o where o.kayttaja_id = u.id and o.rivi = ${row})`
/** What the person has not switched off in the bell; everything is on until they choose. */
const isWanted = (kind: 'uudet_tilaukset' | 'epaonnistuneet' | 'vikailmoitukset') =>
  sql<boolean>`coalesce((select ${sql.ref(`c.${kind}`)} from ilmoitusasetus c where c.kayttaja_id = u.id), true)`
const listOf = (roles: readonly Role[]) => sql`array[${sql.join(roles.map((role) => sql.lit(role)))}]::text[]`
const hasRole = (...roles: readonly Role[]) => sql<boolean>`u.user_roles && ${listOf(roles)}`

const newNotification = db
  .selectFrom('notification as n')
  .select('n.id')
  .where('n.status', '=', 1)
  .where('n.disabled', '=', false)
  .where('n.start', '<=', currentTime)
  .where(({ eb: end, or }) => or([end('n.end', '=', 0), end('n.end', '>', currentTime)]))
  .where(({ fn }) => fn<number>('greatest', ['n.start', 'n.created']), '>=', since)
  .where(sql<boolean>`case n.tyyppi when 'GLOBAL' then n.roles && u.user_roles else n.henkilot_ids @> array[u.id] end`)
  .where(sql<boolean>`not n.ohittaneet_ids @> array[u.id]`)
  .where(({ not }) => not(isAnnounced(sql`n.id`, sql`greatest(n.start, n.created)`)))

const newDocument = db
  .selectFrom('dokumentti as d')
  .select('d.id')
  .where('d.status', '=', 1)
  .where('d.kuitattava', '=', true)
  .where('d.changed', '>=', since)
  .where(isRecipient)
  .where(({ exists, not }) => not(exists(acknowledgementBy(personsId).select('k.id'))))
  .where(({ not }) => not(isAnnounced(sql`d.id`, sql`d.changed`)))

const newOrder = (now: RawBuilder<number>) =>
  db
    .selectFrom('tilaus as t')
    .innerJoin('revisio as r', (join) => join.onRef('r.rivi', '=', 't.id').on('r.vid', '=', 1))
    .innerJoin('user as m', 'm.id', 'r.kayttaja')
    .select('t.id')
    .where('t.status', '=', 1)
    .where('t.created', '>=', since)
    .where('t.tilauksen_tila', '=', 'uusi')
    .where('t.avoin', '=', true)
    .where(sql<boolean>`not m.user_roles && ${listOf(staffRoles)}`)
    .where(({ not }) => not(isDismissed(sql`t.id`)))
    .where(({ not }) => not(isAnnounced(sql`t.id`, sql`t.created`)))
    .where(
      sql<boolean>`not exists (select from push_announced pause where pause.person_id = u.id and pause.kind = 'tilaus'
        and pause.announced > ${now} - ${sql.lit(newOrderPause)})`,
    )

const newFailure = db
  .selectFrom('toimituspoikkeama as p')
  .innerJoin('lahetys as l', 'l.poikkeama_id', 'p.id')
  .select('p.id')
  .where('p.status', '=', 1)
  .where('l.status', '=', 1)
  .where('p.created', '>=', since)
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
  .where('h.created', '>=', since)
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

/** Of these people, those in whose bell something waits to be announced now, by the conditions of the bell itself (`listBell`). */
export async function peopleWithNewEntries(runner: Queryable, of: NewEntries): Promise<string[]> {
  return (await withNewEntries(runner, of)).map(({ id }) => id)
}
