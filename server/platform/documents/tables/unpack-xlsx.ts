// https://github.com/101arrowz/fflate
import { Unzip, UnzipInflate } from 'fflate'
import { RequestFault } from '#domain/errors.ts'
import { maxUnpackedBytes, notReadable, unreadable } from './limits.ts'

const maxEntries = 500
// A piece unpacks to at most about a thousand times its size before the bytes are counted.
const pieceSize = 4096

const isXml = (name: string): boolean => name.endsWith('.xml') || name.endsWith('.xml.rels')

/** The XML files inside an .xlsx file by their paths. Bytes are counted while unpacking: a decompression bomb is refused before it takes memory. */
export function unpackXlsx(bytes: Buffer): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>()
  let total = 0
  let entries = 0
  const unzip = new Unzip((file) => {
    if (++entries > maxEntries) throw notReadable()
    if (!isXml(file.name)) return
    const chunks: Uint8Array[] = []
    file.ondata = (error, chunk, final) => {
      // The library passes on errors that are thrown here.
      if (error) throw error
      total += chunk.length
      if (total > maxUnpackedBytes) throw unreadable('Tiedosto on purettuna liian suuri. Jaa se osiin.')
      chunks.push(chunk)
      if (final) parts.set(file.name, Buffer.concat(chunks))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let from = 0; from < bytes.length; from += pieceSize)
      unzip.push(bytes.subarray(from, from + pieceSize), from + pieceSize >= bytes.length)
  } catch (error) {
    throw error instanceof RequestFault ? error : notReadable()
  }
  return parts
}
