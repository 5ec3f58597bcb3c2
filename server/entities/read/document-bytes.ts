import type { Document } from './documents.ts'

const roomBytes = 2 * 1024 * 1024
const mostFree = 20
/** The most that UTF-8 takes for one of JavaScript's characters. */
const mostBytesOfCharacter = 3

const free: Buffer[] = []

export type Written = {
  bytes: Buffer
  /** To be called once the bytes are not looked at any more: the next document is written over them. */
  giveBack: () => void
}

/**
 * A document as bytes, a piece at a time: joined to one text, all of a list would be copied once more. The room for it is
 * used again and again: left to the garbage collector, the answers of half a second would lie about as tens of megabytes.
 */
export function writeDocument(document: Document): Written {
  let length = 0
  for (const piece of document) length += piece.length
  if (length * mostBytesOfCharacter > roomBytes) return { bytes: Buffer.from(document.join('')), giveBack: () => undefined }
  const room = free.pop() ?? Buffer.allocUnsafeSlow(roomBytes)
  let end = 0
  for (const piece of document) end += room.write(piece, end)
  return {
    bytes: room.subarray(0, end),
    giveBack() {
      if (free.length < mostFree) free.push(room)
    },
  }
}
