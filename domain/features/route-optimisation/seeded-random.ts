/** Numbers 0 ≤ x < 1 that are the same for the same seed: sfc32 by Chris Doty-Humphrey, which passes PractRand. */
export function seededRandom(seed: number): () => number {
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
  return () => word() / 2 ** 32
}
