/** Whole numbers 0 ≤ x < 2³² that are the same for the same seed: sfc32 by Chris Doty-Humphrey, four words of state, passes PractRand. */
export function seededWords(seed: number): () => number {
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
  return word
}

/** The same as numbers 0 ≤ x < 1. */
export function seededRandom(seed: number): () => number {
  const word = seededWords(seed)
  return () => word() / 2 ** 32
}
