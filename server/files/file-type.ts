export type FileType = { mime: string; extension: string }

/** How many of a file's first bytes tell its type. */
export const headLength = 12

const startsWith =
  (...bytes: readonly number[]) =>
  (head: Uint8Array) =>
    bytes.every((byte, index) => head[index] === byte)
const ascii = (head: Uint8Array, from: number, text: string) => [...text].every((char, index) => head[from + index] === char.charCodeAt(0))

/** What may be stored so far: signatures, photos and papers. None of these types runs anything when a browser shows it. */
const types: readonly (FileType & { fits: (head: Uint8Array) => boolean })[] = [
  { mime: 'image/png', extension: 'png', fits: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { mime: 'image/jpeg', extension: 'jpg', fits: startsWith(0xff, 0xd8, 0xff) },
  { mime: 'image/webp', extension: 'webp', fits: (head) => ascii(head, 0, 'RIFF') && ascii(head, 8, 'WEBP') },
  { mime: 'application/pdf', extension: 'pdf', fits: (head) => ascii(head, 0, '%PDF-') },
]
const shownTypes = new Set(types.map(({ mime }) => mime))

/** The type by the file's first bytes; what the sender says of it does not count. Null is a type that is not taken. */
export function fileTypeOf(head: Uint8Array): FileType | null {
  const found = types.find(({ fits }) => fits(head))
  return found ? { mime: found.mime, extension: found.extension } : null
}

/** Whether a browser may show the file rather than save it. */
export const isShown = (mime: string): boolean => shownTypes.has(mime)
