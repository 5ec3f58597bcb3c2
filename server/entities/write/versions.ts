import { RequestFault } from '#domain/errors.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { Resource } from '../model.ts'
import type { Intent } from './intents/intent.ts'

/**
 * A change of a stored row, or the replacement of a relation, must name the version that was edited (rules/http-api.md#versions).
 * Adding members to a list or removing them needs no version: it is applied to the locked row, so that concurrent changes both survive.
 */
export function requireVid(intent: Intent): Intent {
  return { ...intent, requiredVid: intent.place === undefined ? `${intent.pointer}/attributes/vid` : `${intent.pointer}/meta/vid` }
}

/** The version that an `If-Match` header names: `"7"`, or the ETag of a read of the row; null without the header. */
function vidOfIfMatch(header: string | undefined): number | null {
  if (header === undefined) return null
  const [, vid] = /^(?:W\/)?"(\d{1,15})(?:\.[^"]*)?"$/.exec(header.trim()) ?? []
  if (vid !== undefined) return Number(vid)
  throw new RequestFault({
    kind: 'bad_request',
    detail: 'If-Match-otsakkeessa pitää olla muokatun rivin ETag tai sen versio lainausmerkeissä.',
  })
}

/** The intent with the version that the `If-Match` header names. A body that names another version contradicts it. */
export function withIfMatch(intent: Intent, header: string | undefined): Intent {
  const vid = vidOfIfMatch(header)
  if (vid === null || vid === intent.vid) return intent
  if (intent.vid === null) return { ...intent, vid }
  throw new RequestFault({ kind: 'bad_request', detail: 'If-Match-otsake ja vid nimeävät eri version.' })
}

const generatedBy = (resource: Resource): string[] =>
  Object.entries(resource.entity.relations).flatMap(([name, relation]) => (relation.kind === 'one' && relation.generated ? [name] : []))

/**
 * The ids of those rows whose versions after the edited one only changed values that the server generates from the row. Called only when
 * versions differ, so that most saves need no additional query.
 */
export async function onlyGeneratedSince(runner: Queryable, behind: readonly Intent[]): Promise<Set<string>> {
  const versions = behind
    .map(({ resource, id, vid }) => ({ rivi: id, vid, tehdyt: generatedBy(resource) }))
    .filter(({ tehdyt }) => tehdyt.length > 0)
  if (versions.length === 0) return new Set()
  const { rows } = await runner.query<{ rivi: string }>(
    `SELECT a.rivi FROM jsonb_to_recordset($1::jsonb) AS a(rivi uuid, vid bigint, tehdyt text[])
     WHERE NOT EXISTS (SELECT FROM revisio r WHERE r.rivi = a.rivi AND r.vid > a.vid AND r.muutokset - a.tehdyt <> '{}')`,
    [JSON.stringify(versions)],
  )
  return new Set(rows.map(({ rivi }) => rivi))
}
