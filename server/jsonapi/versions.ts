import type { Intent } from './intents.ts'
import type { Resource } from './model.ts'
import type { Runner } from './read.ts'

const generatedBy = (resource: Resource): string[] =>
  Object.entries(resource.entity.relations).flatMap(([name, relation]) => (relation.kind === 'one' && relation.generated ? [name] : []))

/**
 * Of rows that have a newer version than was edited, those that nobody has edited since: all that was written is what the
 * server makes out of the row itself. Asked only when versions differ, so that a common save pays nothing for it.
 */
export async function onlyGeneratedSince(runner: Runner, behind: readonly Intent[]): Promise<Set<string>> {
  const asked = behind
    .map(({ resource, id, vid }) => ({ rivi: id, vid, tehdyt: generatedBy(resource) }))
    .filter(({ tehdyt }) => tehdyt.length > 0)
  if (asked.length === 0) return new Set()
  const { rows } = await runner.query<{ rivi: string }>(
    `SELECT a.rivi FROM jsonb_to_recordset($1::jsonb) AS a(rivi uuid, vid bigint, tehdyt text[])
     WHERE NOT EXISTS (SELECT FROM revisio r WHERE r.rivi = a.rivi AND r.vid > a.vid AND r.muutokset - a.tehdyt <> '{}')`,
    [JSON.stringify(asked)],
  )
  return new Set(rows.map(({ rivi }) => rivi))
}
