/**
 * How a text is sent by SMS (rules/integrations.md#sms). GSM-7 counts septets, UCS-2 counts UTF-16 code units. A message of several parts has
 * less room in each: a header says which part it is.
 */
const room = {
  gsm7: { alone: 160, ofSeveral: 153 },
  ucs2: { alone: 70, ofSeveral: 67 },
} as const
type SmsEncoding = keyof typeof room

/** GSM 03.38, the default alphabet. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension table: sent as two septets, the first of which is an escape. */
const extended = new Set('^{}\\[~]|€\f')

type SmsParts = {
  encoding: SmsEncoding
  /** How many parts, each of which costs as one message; 0 of an empty text. */
  parts: number
  /** Septets or UTF-16 code units that the last part still takes. */
  left: number
}

export function smsParts(text: string): SmsParts {
  const characters = [...text]
  const encoding = characters.every((one) => basic.has(one) || extended.has(one)) ? 'gsm7' : 'ucs2'
  // Neither an escape and its character nor a surrogate pair is divided between two parts.
  const sizes = characters.map((one) => (encoding === 'ucs2' ? one.length : extended.has(one) ? 2 : 1))
  const { alone, ofSeveral } = room[encoding]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= alone) return { encoding, parts: total === 0 ? 0 : 1, left: alone - total }
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > ofSeveral) {
      parts += 1
      used = 0
    }
    used += size
  }
  return { encoding, parts, left: ofSeveral - used }
}

/** Of one message: more would be a letter. */
export const maxParts = 6
