/** A run of this many combining marks is more than any language writes (UAX #15 calls text without longer ones stream-safe). */
const longRun = /(\p{M}{30})\p{M}+/gu

/**
 * The text in Unicode's composed form (NFC), in which `ä` is one character however it was typed. Longer runs of combining marks
 * are cut: putting marks in order takes quadratic time, minutes for a text of a few hundred kilobytes.
 */
export const toNfc = (text: string): string => text.replace(longRun, '$1').normalize('NFC')
