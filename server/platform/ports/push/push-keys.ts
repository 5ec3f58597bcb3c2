import { createECDH } from 'node:crypto'

/** A VAPID key pair (RFC 8292) of the curve P-256, as base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

const curve = 'prime256v1'

/** Returns the key pair of a private key. Throws when it is not one. */
export function pushKeysOf(privateKey: string): PushKeys {
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(privateKey, 'base64url')
  return { privateKey, publicKey: ecdh.getPublicKey('base64url', 'uncompressed') }
}

export function newPushKey(): string {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  // Padded to 32 bytes: getPrivateKey omits leading zeros.
  return Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
}

export function isPushKey(text: string): boolean {
  try {
    return /^[\w-]{43}$/.test(text) && pushKeysOf(text).privateKey === text
  } catch {
    return false
  }
}

/** Whether a browser's public key is a point of the curve, to which a message can be encrypted. */
export function isPointOfCurve(key: string): boolean {
  try {
    const ecdh = createECDH(curve)
    ecdh.generateKeys()
    ecdh.computeSecret(key, 'base64url')
    return true
  } catch {
    return false
  }
}
