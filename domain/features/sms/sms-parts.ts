/**
 * The capacity of a message part (rules/integrations.md#sms): in septets for GSM-7, in UTF-16 code units for UCS-2. A part of a longer message
 * holds less, because its header says which part it is.
 */
const capacity = {
  gsm7: { single: 160, multipart: 153 },
  ucs2: { single: 70, multipart: 67 },
} as const
type SmsEncoding = keyof typeof capacity

/** GSM 03.38, the default alphabet. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension table: each character is sent as two septets, of which the first is an escape. */
const extended = new Set('^{}\\[~]|€\f')

type SmsParts = {
  encoding: SmsEncoding
  /** The number of parts, each charged as one message; 0 for an empty text. */
  parts: number
  /** Free septets or UTF-16 code units in the last part. */
  left: number
}

export function smsParts(text: string): SmsParts {
  const characters = [...text]
  const encoding = characters.every((one) => basic.has(one) || extended.has(one)) ? 'gsm7' : 'ucs2'
  // Units that must not be split between two parts: an escape with its character, and a surrogate pair.
  const sizes = characters.map((one) => (encoding === 'ucs2' ? one.length : extended.has(one) ? 2 : 1))
  const { single, multipart } = capacity[encoding]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= single) return { encoding, parts: total === 0 ? 0 : 1, left: single - total }
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > multipart) {
      parts += 1
      used = 0
    }
    used += size
  }
  return { encoding, parts, left: multipart - used }
}

/** The maximum of parts in a message that people can send. */
export const maxParts = 6
