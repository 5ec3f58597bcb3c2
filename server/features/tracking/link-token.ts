import { timingSafeEqual } from 'node:crypto'
import type { InstallationKey } from '#server/auth/installation-key.ts'
import { uuidOf } from '#server/platform/database/uuid-of.ts'

const idLength = 16
const tokenForm = /^[A-Za-z0-9_-]{64}$/
/** The id of no link. An invalid token is looked up by it, so that the response takes as long. */
const unknownLink = '00000000-0000-0000-0000-000000000000'

/** The token of a tracking link: the link's id and the installation's 256-bit signature of it, so tokens cannot be forged. */
export function tokenOf(key: InstallationKey, link: string): string {
  const id = Buffer.from(link.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, key.sign(id)]).toString('base64url')
}

/** The link's id that a token carries. */
export function linkOf(key: InstallationKey, token: string): string {
  const bytes = Buffer.from(tokenForm.test(token) ? token : '', 'base64url')
  const id = bytes.subarray(0, idLength)
  const signature = bytes.subarray(idLength)
  const expected = key.sign(id)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return unknownLink
  return uuidOf(id)
}
