/** A list in parts of at most `size`, in order: a call, a statement or a process takes only so much at a time. */
export const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size))
