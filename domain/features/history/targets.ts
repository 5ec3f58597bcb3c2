/** The object of an action: the order, or its line number `numero` of `kaikkiaan`. */
export type Target = { kind: 'tilaus' } | { kind: 'lahetys' | 'tuntituote'; numero: number; kaikkiaan: number }

const nouns = {
  lahetys: {
    accusative: 'lähetyksen',
    nominative: 'lähetys',
    partitive: 'lähetystä',
    partitives: 'lähetyksiä',
    plural: 'lähetykset',
    genitives: 'lähetysten',
  },
  tuntituote: {
    accusative: 'tuntityön',
    nominative: 'tuntityö',
    partitive: 'tuntityötä',
    partitives: 'tuntitöitä',
    plural: 'tuntityöt',
    genitives: 'tuntitöiden',
  },
} as const

export type Inflected = { accusative: string; nominative: string; genitive: string; partitive: string; isMany: boolean }

/** Two numbers or more. */
const listed = (numbers: readonly number[]): string => `${numbers.slice(0, -1).join(', ')} ja ${numbers.at(-1)}`

/** `lähetyksen 1/2`, `lähetykset 1 ja 3`, `tilauksen`: the Finnish case forms. All targets are of one kind. */
export function inflect(targets: readonly Target[]): Inflected {
  const lines = targets.filter((target) => target.kind !== 'tilaus')
  const [first] = lines
  if (!first) return { accusative: 'tilauksen', nominative: 'tilaus', genitive: 'tilauksen', partitive: 'tilausta', isMany: false }
  const { accusative, nominative, partitive, partitives, plural, genitives } = nouns[first.kind]
  if (lines.length === 1) {
    const which = first.kaikkiaan > 1 ? ` ${first.numero}/${first.kaikkiaan}` : ''
    const one = `${accusative}${which}`
    return { accusative: one, nominative: `${nominative}${which}`, genitive: one, partitive: `${partitive}${which}`, isMany: false }
  }
  const which = lines.length === first.kaikkiaan ? '' : ` ${listed(lines.map(({ numero }) => numero).sort((a, b) => a - b))}`
  const every = which === '' ? 'kaikki ' : ''
  return {
    accusative: `${every}${plural}${which}`,
    nominative: `${every}${plural}${which}`,
    genitive: `${every === '' ? '' : 'kaikkien '}${genitives}${which}`,
    partitive: `${partitives}${which}`,
    isMany: true,
  }
}
