import type { Document } from './documents.ts'

const bufferBytes = 2 * 1024 * 1024
const maxFree = 20
/** The longest UTF-8 encoding of one UTF-16 code unit. */
const maxBytesPerCharacter = 3

const free: Buffer[] = []

export type WrittenDocument = {
  bytes: Buffer
  /** Call it when the bytes are no longer needed: the buffer is reused for another document. */
  release: () => void
}

/**
 * Encodes a document as bytes, piece by piece, as joining it to one string first would copy the whole list once more. Buffers are
 * reused: left to the garbage collector, the answers of half a second would hold tens of megabytes.
 */
export function writeDocument(document: Document): WrittenDocument {
  let length = 0
  for (const piece of document) length += piece.length
  if (length * maxBytesPerCharacter > bufferBytes) return { bytes: Buffer.from(document.join('')), release: () => undefined }
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes)
  let end = 0
  for (const piece of document) end += buffer.write(piece, end)
  return {
    bytes: buffer.subarray(0, end),
    release() {
      if (free.length < maxFree) free.push(buffer)
    },
  }
}
