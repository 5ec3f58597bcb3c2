import { crc32 } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonApiType } from '#domain/model/json-api-type.ts'
import { writeDocument } from '../read/document-bytes.ts'
import type { Document } from '../read/documents.ts'

/**
 * The ETag of an answer, from its bytes. It is weak, because the same answer is sent compressed and uncompressed. A CRC with the length
 * takes a quarter of the time of the fastest SHA (0.04 ms for 265 kB); of changed answers one in 4 000 million has the old ETag.
 */
const tagOf = (bytes: Buffer, vid: number | undefined): string =>
  `W/"${vid === undefined ? '' : `${vid}.`}${bytes.length.toString(36)}-${crc32(bytes).toString(36)}"`

/** `If-None-Match` uses weak comparison: strong and weak tags of the same answer are equal (RFC 9110, section 13.1.2). */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2))
}

/**
 * Sends a document, or 304 when the client already has it. `private, no-cache`: its content depends on the viewer, so only the viewer's
 * own client may store it, and must revalidate it each time. `vid` is the version of a single row: its tag then serves as `If-Match`.
 */
export function sendRead(request: FastifyRequest, reply: FastifyReply, document: Document, vid?: number): FastifyReply {
  const { bytes, release } = writeDocument(document)
  reply.raw.once('close', release)
  const tag = tagOf(bytes, vid)
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'Accept, Authorization')
  return isKnown(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.type(jsonApiType).send(bytes)
}
