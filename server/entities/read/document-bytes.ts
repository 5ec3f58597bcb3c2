import type { Document } from './documents.ts'

const bufferBytes = 2 * 1024 * 1024
const maxFree = 20
/** The most that UTF-8 takes for one of JavaScript's characters. */
const maxBytesPerCharacter = 3

const free: Buffer[] = []

export type WrittenDocument = {
  bytes: Buffer
  /** To be called once the bytes are not looked at any more: the next document is written over them. */
  giveBack: () => void
}

/**
 * A document as bytes, a piece at a time: joined to one text, all of a list would be copied once more. The room for it is
 * used again and again: left to the garbage collector, the answers of half a second would lie about as tens of megabytes.
 */
export function writeDocument(document: Document): WrittenDocument {
  let length = 0
  for (const piece of document) length += piece.length
  if (length * maxBytesPerCharacter > bufferBytes) return { bytes: Buffer.from(document.join('')), giveBack: () => undefined }
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes)
  let end = 0
  for (const piece of document) end += buffer.write(piece, end)
  return {
    bytes: buffer.subarray(0, end),
    giveBack() {
      if (free.length < maxFree) free.push(buffer)
    },
  }
}
