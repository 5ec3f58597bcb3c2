/** More combining marks in a row than any language uses (UAX #15 calls text without longer runs stream-safe). */
const longRun = /(\p{M}{30})\p{M}+/gu

/**
 * The text in Unicode's composed form (NFC), in which `ä` is always one character. Longer runs of combining marks
 * are truncated: sorting marks takes quadratic time, minutes for a text of a few hundred kilobytes.
 */
export const toNfc = (text: string): string => text.replace(longRun, '$1').normalize('NFC')

/** The text without diacritics (`ä` becomes `a`), for comparing names; not for storing. */
export const withoutAccents = (text: string): string => text.replace(longRun, '$1').normalize('NFD').replace(/\p{M}/gu, '')
