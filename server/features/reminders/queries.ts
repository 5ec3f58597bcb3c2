import { sql } from 'kysely'
import { type Expiry, reminderPrefix } from '#domain/features/reminders/expiry.ts'
import { anyOf, asBoolean, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type Span = { from: number; to: number }

const driversPapers = statement((parameter: ParameterOf<Span>) =>
  db
    .selectFrom('profile_kuljettaja as p')
    .innerJoin('user as u', 'u.id', 'p.uid_id')
    .select([
      'u.id',
      'u.drupal_internal__id as number',
      'u.name',
      'u.field_fullname',
      'p.field_ammattipatevyys_voimassa',
      'p.field_digipiirturikortti_voimass',
    ])
    .where('u.status', '=', 1)
    .where('p.status', '=', 1)
    .where(sql<boolean>`u.user_roles @> '{kuljettaja}'`)
    .where(({ eb, or }) =>
      or([
        eb.between('p.field_ammattipatevyys_voimassa', parameter('from'), parameter('to')),
        eb.between('p.field_digipiirturikortti_voimass', parameter('from'), parameter('to')),
      ]),
    ),
)

/** `drivers` are those with a published shift on the car between `today` and `shiftsUntil`. */
const carsInspections = statement((parameter: ParameterOf<Span & { today: number; shiftsUntil: number }>) =>
  db
    .selectFrom('auto as a')
    .select((eb) => [
      'a.id',
      'a.rekisterinumero',
      'a.seuraava_katsastus',
      eb
        .selectFrom('tyovuoro as t')
        .innerJoin('user as u', 'u.id', 't.kuljettaja_id')
        .select(
          sql<Expiry['drivers']>`coalesce(json_agg(DISTINCT jsonb_build_object('id', u.id, 'number', u.drupal_internal__id)), '[]')`.as(
            'list',
          ),
        )
        .whereRef('t.auto_id', '=', 'a.id')
        .where('t.status', '=', 1)
        .where('t.tila', '=', 'PUBLISHED')
        .where('u.status', '=', 1)
        .where((between) => between.between('t.paiva', parameter('today'), parameter('shiftsUntil')))
        .as('drivers'),
    ])
    .where('a.status', '=', 1)
    .where((eb) => eb.between('a.seuraava_katsastus', parameter('from'), parameter('to'))),
)

/** Papers and inspections that expire between `from` and `to`, unix seconds. */
export async function expiriesBetween(runner: Queryable, span: Span & { today: number; shiftsUntil: number }): Promise<Expiry[]> {
  const isWithin = ({ day }: Expiry): boolean => day >= span.from && day <= span.to
  const drivers = await driversPapers(runner, span)
  const cars = await carsInspections(runner, span)
  return [
    ...drivers.flatMap(
      ({ id, number, name, field_fullname, field_ammattipatevyys_voimassa, field_digipiirturikortti_voimass }): Expiry[] => {
        const theirs = { id, subject: field_fullname || name, drivers: [{ id, number }] }
        return [
          { ...theirs, kind: 'ammattipatevyys', day: field_ammattipatevyys_voimassa },
          { ...theirs, kind: 'digipiirturikortti', day: field_digipiirturikortti_voimass },
        ]
      },
    ),
    ...cars.map(({ id, rekisterinumero, seuraava_katsastus, drivers }): Expiry => {
      return { kind: 'katsastus', id, subject: rekisterinumero, day: seuraava_katsastus, drivers: drivers ?? [] }
    }),
  ].filter(isWithin)
}

const withKeys = statement((parameter: ParameterOf<{ keys: readonly string[] }>) =>
  db
    .selectFrom('notification as n')
    .select(['n.id', 'n.key', 'n.status', 'n.disabled', 'n.end'])
    .select(({ exists, selectFrom }) =>
      asBoolean(
        exists(
          selectFrom('revisio as r')
            .select('r.rivi')
            .whereRef('r.rivi', '=', 'n.id')
            .whereRef('r.vid', '=', 'n.vid')
            .where('r.kayttaja', 'is', null),
        ),
      ).as('bySystem'),
    )
    .where('n.key', '=', anyOf(parameter('keys'))),
)
export type ExistingReminder = Awaited<ReturnType<typeof withKeys>>[number]

/** The reminders that exist already, removed ones too, by key. `bySystem`: no person has changed it since the system did. */
export async function existingReminders(runner: Queryable, keys: readonly string[]): Promise<ReadonlyMap<string, ExistingReminder>> {
  const rows = await withKeys(runner, { keys })
  return new Map(rows.map((row) => [row.key, row]))
}

export const shownReminders = statement((parameter: ParameterOf<{ now: number }>) =>
  db
    .selectFrom('notification')
    .select(['id', 'key'])
    .where('status', '=', 1)
    .where('disabled', '=', false)
    .where('end', '>', parameter('now'))
    .where('key', 'like', sql.lit(`${reminderPrefix}%`)),
)
