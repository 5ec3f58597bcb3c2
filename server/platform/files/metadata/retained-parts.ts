/** Strips the metadata of a file that consists of parts: returns the parts that remain, or null when there is no metadata. */
export type Strip = (bytes: Buffer) => Buffer[] | null

/** Thrown when a file cannot be split into its parts. */
export class UnknownStructure extends Error {}

/** Collects the parts of a file that are retained; null when all of them are. */
export function retainedParts(bytes: Buffer) {
  const parts: Buffer[] = []
  let size = 0
  return {
    keep(from: number, to: number): void {
      if (to > bytes.length || to < from) throw new UnknownStructure()
      parts.push(bytes.subarray(from, to))
      size += to - from
    },
    result: (): Buffer[] | null => (size === bytes.length ? null : parts),
  }
}
