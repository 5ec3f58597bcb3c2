import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import { staffRoles, type Viewer } from '#domain/access/roles.ts'
import type { Context } from '#server/context.ts'
import { asBoolean, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const staff = sql.join(staffRoles.map((role) => sql.lit(role)))

/** Whether the person `u` is a recipient of the document `d`, by role or by name. Customers have no documents (rules/access.md#documents). */
export const isRecipient = sql<boolean>`(u.status = 1 and u.user_roles && array[${staff}]::text[]
  and (u.user_roles && d.roolit or u.id = any(d.henkilot_ids)))`

/** The acknowledgement `k` of the version of the document `d` by a person. */
export const acknowledgementBy = (person: RawBuilder<string>) =>
  db
    .selectFrom('dokumentti_kuittaus as k')
    .where('k.status', '=', 1)
    .where(sql<boolean>`k.dokumentti_id = d.id and k.versio = d.versio and k.kayttaja_id = ${person}`)

const recipients = () => db.selectFrom('user as u').where(isRecipient)
const personOfRow = sql<string>`u.id`
const fullName = sql<string>`coalesce(nullif(u.field_fullname, ''), u.name)`

/** `ids`: only these documents. */
type Page = { onlyMissing: boolean; withCounts: boolean; ids?: readonly string[] | null; offset: number; limit: number }

/** A page of the documents that the viewer may read. `kaikkiaan` is the number of all matching documents. */
export async function readDocuments({ engine }: Context, viewer: Viewer, { onlyMissing, withCounts, ids = null, offset, limit }: Page) {
  const me = sql<string>`${viewer.userId}::uuid`
  const counted = (of: ReturnType<typeof recipients>) => of.select(({ fn }) => fn.countAll<number>().as('maara')).$asScalar()
  const query = db
    .selectFrom('dokumentti as d')
    .select(['d.id', 'd.drupal_internal__id as numero', 'd.name', 'd.kuvaus', 'd.roolit', 'd.kuitattava', 'd.versio'])
    .select((eb) => [
      'd.changed as muutettu',
      eb.fn<number>('cardinality', ['d.tiedostot_ids']).as('tiedostoja'),
      asBoolean(eb.exists(recipients().where('u.id', '=', me).select('u.id'))).as('minulle'),
      eb.fn.coalesce(acknowledgementBy(me).select('k.created').limit(1).$asScalar(), eb.lit(0)).as('kuitattu'),
      eb.fn.countAll<number>().over().as('kaikkiaan'),
    ])
    .$if(withCounts, (all) =>
      all.select(({ exists }) => [
        counted(recipients()).as('vastaanottajia'),
        counted(recipients().where(exists(acknowledgementBy(personOfRow).select('k.id')))).as('kuittaneita'),
      ]),
    )
    .where('d.status', '=', 1)
    .where(engine.isReadable(viewer, 'dokumentti', 'd'))
    .$if(ids !== null, (all) => all.where(sql<boolean>`d.id = any(${ids}::uuid[])`))
    .$if(onlyMissing, (all) =>
      all
        .where('d.kuitattava', '=', true)
        .where(({ exists, and, not }) =>
          and([exists(recipients().where('u.id', '=', me).select('u.id')), not(exists(acknowledgementBy(me).select('k.id')))]),
        ),
    )
    .orderBy('d.changed', 'desc')
    .orderBy('d.id')
    .offset(offset)
    .limit(limit)
  return engine.query(viewer, query)
}

/** The maximum of recipients that are read; far more than a haulage company employs. */
export const maxRecipients = 5000

type RecipientsQuery = { document: string; reminders: string }

const listedRecipients = statement((parameter: ParameterOf<RecipientsQuery>) =>
  db
    .selectFrom('dokumentti as d')
    .innerJoin('user as u', (join) => join.on(isRecipient))
    .leftJoin('dokumentti_kuittaus as k', (join) =>
      join
        .onRef('k.dokumentti_id', '=', 'd.id')
        .onRef('k.versio', '=', 'd.versio')
        .onRef('k.kayttaja_id', '=', 'u.id')
        .on('k.status', '=', 1),
    )
    .select(({ fn, lit, val, selectFrom }) => [
      'u.id',
      fullName.as('nimi'),
      'u.mail',
      'u.user_roles as roolit',
      fn.coalesce('k.created', lit(0)).as('kuitattu'),
      fn.coalesce('k.nimenselvennys', val('')).as('nimenselvennys'),
      'k.kuittaus_id as allekirjoitus',
      fn
        .coalesce(
          selectFrom('notification as n')
            .select((n) => n.fn.max<number | null>('n.created').as('aika'))
            .where('n.status', '=', 1)
            // The first condition makes the partial index usable.
            .where(sql<boolean>`n.henkilot_ids <> '{}' and n.henkilot_ids @> array[u.id] and starts_with(n.key, ${parameter('reminders')})`)
            .$asScalar(),
          lit(0),
        )
        .as('muistutettu'),
    ])
    .where('d.id', '=', parameter('document'))
    .orderBy(sql`k.id is not null`)
    .orderBy(fullName)
    .orderBy('u.id')
    .limit(maxRecipients),
)

/** The recipients of a document, those who have not acknowledged its current version first. `reminders` is the key prefix of that version's reminders. */
export const readRecipients = (runner: Queryable, of: RecipientsQuery) => listedRecipients(runner, of)
export type RecipientRow = Awaited<ReturnType<typeof listedRecipients>>[number]

const remindedDocument = statement((parameter: ParameterOf<{ mail: string }>) =>
  db
    .selectFrom('lahteva_posti as p')
    .innerJoin('dokumentti as d', 'd.id', 'p.dokumentti_id')
    .innerJoin('user as u', (join) => join.on(sql<boolean>`lower(u.mail) = lower(p.vastaanottaja)`).on(isRecipient))
    .select(['d.id', 'd.name'])
    .where('p.id', '=', parameter('mail'))
    .where('d.status', '=', 1)
    .where('d.kuitattava', '=', true)
    .where(({ exists, not }) => not(exists(acknowledgementBy(personOfRow).select('k.id')))),
)

/** The document of a queued reminder; null when the receiver has acknowledged it or is not a recipient any more. */
export async function documentOfMail(pool: Pool, mail: string): Promise<{ id: string; name: string } | null> {
  const [found] = await remindedDocument(pool, { mail })
  return found ?? null
}
