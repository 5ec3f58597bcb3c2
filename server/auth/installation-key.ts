import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { toNfc } from '#domain/values/nfc.ts'

/** A name or mail address normalised for comparison: case, surrounding spaces and the Unicode form of ä do not matter. */
export function normalName(typed: string): string {
  // Names contain no control characters, and PostgreSQL allows no NUL in text.
  return toNfc(typed)
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
    .slice(0, 255)
}

/** Functions that use the installation's secret, which the first start makes. */
export type InstallationKey = {
  /** A keyed hash: without the secret, its input cannot be found by guessing. */
  hashOf: (name: string) => Buffer
  /** Encrypts a secret for storing; only `open` with the same owner decrypts it. */
  seal: (secret: Uint8Array, owner: string) => Buffer
  open: (sealed: Buffer, owner: string) => Buffer
  /** A signature of a link that only this installation can make; the same every time. The signed text need not be secret. */
  sign: (link: Uint8Array) => Buffer
}

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

export async function loadInstallationKey(pool: Pool): Promise<InstallationKey> {
  const { rows } = await pool.query<{ avain: Buffer }>('select avain from kirjautumisavain')
  const key = rows[0]?.avain
  if (!key) throw new Error('kirjautumisavain is empty: migration 0002 has not run')
  const sealing = Buffer.from(hkdfSync('sha256', key, '', 'kuorma toinen tekija', 32))
  const signing = Buffer.from(hkdfSync('sha256', key, '', 'kuorma linkki', 32))
  return {
    hashOf: (name) => createHmac('sha256', key).update(normalName(name)).digest(),
    seal(secret, owner) {
      const nonce = randomBytes(nonceLength)
      const sealed = createCipheriv(cipher, sealing, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([sealed.update(secret), sealed.final()])
      return Buffer.concat([nonce, sealed.getAuthTag(), text])
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(0, nonceLength)
      const opened = createDecipheriv(cipher, sealing, nonce).setAAD(Buffer.from(owner))
      opened.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
      return Buffer.concat([opened.update(sealed.subarray(nonceLength + tagLength)), opened.final()])
    },
    sign: (link) => createHmac('sha256', signing).update(link).digest(),
  }
}
