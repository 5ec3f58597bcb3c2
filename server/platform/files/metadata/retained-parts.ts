/** A file type whose bytes are a row of parts: what remains of a file without its metadata, or null when it has none. */
export type Strip = (bytes: Buffer) => Buffer[] | null

/** Thrown when a file cannot be split into its parts. */
export class UnknownStructure extends Error {}

/** Collects the parts of a file that are retained; null when that is all of it. */
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
