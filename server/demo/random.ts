import { seededWords } from '#domain/values/seeded-random.ts'

export type Random = ReturnType<typeof seededRandom>

const hex = (word: number): string => word.toString(16).padStart(8, '0')

/** Random values that are the same every time, as the demo company and the benchmarks must be. */
export function seededRandom(seed: number) {
  const word = seededWords(seed)

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
