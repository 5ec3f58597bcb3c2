import type { PoolClient } from 'pg'
import { type Model, quote, resourceNamed } from '../model.ts'

/** A relation whose target is the entity of `from` and `to`. */
type Reference = { entity: string; relation: string; isList: boolean }
type Repointing = {
  references: readonly Reference[]
  from: string
  to: string
  /** Stored in the revisions of the referring rows (`reason`) and of the row `to` (`targetReason`). */
  reason: string
  targetReason: string
  target: string
  now: number
  userId: string | null
}

/**
 * Changes every reference to `from` into one to `to`, in removed rows too, with a revision for each changed row; returns their number by relation. One
 * statement for each relation. Does not run the rules of the entities, so the caller must ensure that the rows satisfy them once all references have changed.
 */
export async function repointReferences(
  client: PoolClient,
  model: Model,
  { references, target, from, to, reason, targetReason, now, userId }: Repointing,
): Promise<{ entity: string; relation: string; count: number }[]> {
  const counts: { entity: string; relation: string; count: number }[] = []
  for (const { entity, relation, isList } of references) {
    const { table } = resourceNamed(model, entity)
    const column = quote(`${relation}${isList ? '_ids' : '_id'}`)
    // If the list contains both ids, only the first occurrence is kept.
    const list = `ARRAY(SELECT v FROM unnest(array_replace(r.${column}, $1::uuid, $2::uuid)) WITH ORDINALITY AS u(v, n) GROUP BY v ORDER BY min(n))`
    const refers = isList ? `r.${column} <> '{}' AND r.${column} @> ARRAY[$1::uuid]` : `r.${column} = $1::uuid`
    const { rowCount } = await client.query(
      `WITH vanhat AS (SELECT r.id, r.${column} AS ennen FROM ${table} r WHERE ${refers} ORDER BY r.id FOR NO KEY UPDATE),
        muuttuneet AS (
          UPDATE ${table} r SET ${column} = ${isList ? list : '$2::uuid'}, vid = r.vid + 1, changed = $3::bigint,
            revision_created = $3::bigint, revision_log_message = $4
          FROM vanhat v WHERE r.id = v.id RETURNING r.id, r.vid, v.ennen, r.${column} AS jalkeen)
       INSERT INTO revisio (entiteetti, rivi, vid, aika, kayttaja, syy, muutokset)
       SELECT $6, id, vid, $3::bigint, $5::uuid, $4, jsonb_build_object($7::text, jsonb_build_array(ennen, jalkeen)) FROM muuttuneet`,
      [from, to, now, reason, userId, entity, relation],
    )
    counts.push({ entity, relation, count: rowCount ?? 0 })
  }
  await client.query(
    `WITH kohde AS (
       UPDATE ${resourceNamed(model, target).table} SET vid = vid + 1, changed = $2::bigint, revision_created = $2::bigint, revision_log_message = $3
       WHERE id = $1::uuid RETURNING id, vid)
     INSERT INTO revisio (entiteetti, rivi, vid, aika, kayttaja, syy, muutokset) SELECT $4, id, vid, $2::bigint, $5::uuid, $3, '{}' FROM kohde`,
    [to, now, targetReason, target, userId],
  )
  return counts
}
