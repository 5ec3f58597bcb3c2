import type { Pool } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { type CorrectedSearch, correctableWords, correctedTexts } from '#domain/features/orders/corrected-search.ts'
import type { Engine } from '#server/entities/engine.ts'
import { likeWords } from './queries.ts'

/** The corrections of a search that find orders which the viewer may read, those of most words like the typed ones first. */
export async function correctedSearch(
  { pool, engine }: { pool: Pool; engine: Engine },
  viewer: Viewer,
  q: string,
): Promise<CorrectedSearch[]> {
  const words = correctableWords(q)
  if (words.length === 0) return []
  const like = await likeWords(pool, words)
  const found: CorrectedSearch[] = []
  // At most three short searches, one after the other, so that a mistyped search costs no more than three others.
  for (const teksti of correctedTexts(q, like)) {
    const query = { filter: { status: 1, q: teksti }, page: { offset: 0, limit: 1 } }
    const { count } = await engine.list(viewer, 'tilaus', { fields: ['tunniste'] }, query)
    if (count > 0) found.push({ teksti, osumia: count })
  }
  return found
}
