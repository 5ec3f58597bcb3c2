const graphemes = new Intl.Segmenter('fi', { granularity: 'grapheme' })
const lengthOf = (text: string): number => [...text].length

/** A text on one line, without what XML 1.0 cannot contain: control characters and halves of surrogate pairs. */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF\s]+/gu, ' ')
    .trim()

/** The beginning of a text: at most `max` characters (code points, as the schema counts them), never a part of a written character. */
export function cutTo(max: number, text: string): string {
  const line = plainLine(text)
  if (line.length <= max) return line
  let kept = ''
  let length = 0
  for (const { segment } of graphemes.segment(line)) {
    length += lengthOf(segment)
    if (length > max) break
    kept += segment
  }
  return kept.trimEnd()
}

/** A text in lines of at most `width` characters, at most `limit` lines, divided between words where they are short enough. */
export function linesOf(text: string, { width, limit }: { width: number; limit: number }): string[] {
  const lines: string[] = []
  let rest = plainLine(text)
  while (rest !== '' && lines.length < limit) {
    const most = cutTo(width, rest)
    const space = most.lastIndexOf(' ')
    const isBetweenWords = most.length === rest.length || rest[most.length] === ' '
    const line = isBetweenWords || space < 1 ? most : most.slice(0, space)
    // A single written character may be longer than the line.
    if (line === '') break
    lines.push(line.trimEnd())
    rest = rest.slice(line.length).trimStart()
  }
  return lines
}

/** A text of which the schema wants at least two characters; undefined without one. */
export function atLeastTwo(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  return lengthOf(text) < 2 ? `${text}.` : text
}

/** Texts joined by commas, as many as fit, each of them whole. */
export function joinedWithin(max: number, texts: readonly string[]): string {
  let joined = ''
  for (const text of texts.map(plainLine)) {
    const longer = joined === '' ? text : `${joined}, ${text}`
    if (lengthOf(longer) > max) break
    joined = longer
  }
  return joined
}
