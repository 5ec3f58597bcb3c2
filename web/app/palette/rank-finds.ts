/** How well a label matches the typed text; smaller is better. */
const matchScores = { exact: 0, beginning: 1, wordBeginning: 2, within: 3, elsewhere: 4 } as const

const folded = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('fi')

function scoreOf(label: string, search: string): number {
  const text = folded(label)
  if (search === '') return matchScores.elsewhere
  if (text === search) return matchScores.exact
  if (text.startsWith(search)) return matchScores.beginning
  if (text.includes(` ${search}`) || text.includes(`-${search}`)) return matchScores.wordBeginning
  return text.includes(search) ? matchScores.within : matchScores.elsewhere
}

type Group = { finds: readonly { label: string }[] }

/**
 * Puts the best match first: a label equal to the text, one that begins with it, one with a word that begins with it, one that contains it,
 * and last a row that the server found through another field. Sorts the groups by their best row, and the rows within each group, stably.
 */
export function rankFinds<G extends Group>(groups: readonly G[], text: string): G[] {
  const search = folded(text)
  return groups
    .map((group) => {
      const scored = group.finds.map((find) => ({ find, score: scoreOf(find.label, search) })).sort((a, b) => a.score - b.score)
      const best = scored[0]?.score ?? matchScores.elsewhere
      return { group: { ...group, finds: scored.map(({ find }) => find) }, best }
    })
    .sort((a, b) => a.best - b.best)
    .map(({ group }) => group)
}
