export type Random = ReturnType<typeof seededRandom>

const hex = (word: number): string => word.toString(16).padStart(8, '0')

/**
 * Random values that are the same every time, as the demo company and the benchmarks must be.
 * sfc32 by Chris Doty-Humphrey: four words of state, passes PractRand, a few lines.
 */
export function seededRandom(seed: number) {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1]
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  // The first words are still correlated with the seed.
  for (let round = 0; round < 15; round++) word()

  /** 0 ≤ x < 1 */
  const number = (): number => word() / 2 ** 32
  /** A whole number from `min` to `max`, both included. */
  const between = (min: number, max: number): number => min + Math.floor(number() * (max - min + 1))
  const pick = <T>(list: readonly T[]): T => {
    const item = list[between(0, list.length - 1)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }
  return {
    number,
    between,
    pick,
    chance: (probability: number): boolean => number() < probability,
    /** A random key of the table. Its values are integer weights. */
    weighted: <K extends string>(table: Readonly<Record<K, number>>): K =>
      pick((Object.keys(table) as K[]).flatMap((key) => Array<K>(table[key]).fill(key))),
    /** In the form of version 4, like other ids. */
    uuid(): string {
      const version = ((word() & 0xffff0fff) | 0x00004000) >>> 0
      const variant = ((word() & 0x3fffffff) | 0x80000000) >>> 0
      const digits = hex(word()) + hex(version) + hex(variant) + hex(word())
      return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}
