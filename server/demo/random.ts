/** Chance that is the same every time: the demo company and the benchmarks must be. */
export type Random = {
  /** 0 ≤ x < 1 */
  number: () => number
  /** A whole number from `min` to `max`, both included. */
  between: (min: number, max: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** One key of the table, by its weight. */
  weighted: <K extends string>(table: Readonly<Record<K, number>>) => K
  /** Looks like version 4, so that nothing can tell it from an id made elsewhere. */
  uuid: () => string
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const hex32 = (word: number) => `${hex[(word >>> 24) & 255]}${hex[(word >>> 16) & 255]}${hex[(word >>> 8) & 255]}${hex[word & 255]}`

/** sfc32 by Chris Doty-Humphrey: four words of state, passes PractRand, a few lines. */
export function seededRandom(seed: number): Random {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1]
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  // The first words still show the seed.
  for (let round = 0; round < 15; round++) word()

  const number = () => word() / 2 ** 32
  const between = (min: number, max: number) => min + Math.floor(number() * (max - min + 1))
  return {
    number,
    between,
    chance: (probability) => number() < probability,
    pick(list) {
      const item = list[between(0, list.length - 1)]
      if (item === undefined) throw new RangeError('Nothing to pick from')
      return item
    },
    weighted<K extends string>(table: Readonly<Record<K, number>>): K {
      const keys = Object.keys(table) as K[]
      let left = number() * keys.reduce((sum, key) => sum + table[key], 0)
      const found = keys.find((key) => {
        left -= table[key]
        return left < 0
      })
      const last = found ?? keys.at(-1)
      if (last === undefined) throw new RangeError('Nothing to pick from')
      return last
    },
    uuid() {
      const version = ((word() & 0xffff0fff) | 0x00004000) >>> 0
      const variant = ((word() & 0x3fffffff) | 0x80000000) >>> 0
      const [first, second, third, fourth] = [hex32(word()), hex32(version), hex32(variant), hex32(word())]
      return `${first}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${fourth}`
    },
  }
}
