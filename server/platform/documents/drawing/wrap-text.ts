export type Measure = (text: string) => number

/**
 * Splits text into lines of a maximum width: between words, and inside a word that is wider than a line. With a
 * limit, the last line ends in … when text is left out.
 */
export function wrapText(text: string, width: number, measure: Measure, limit = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = []
  for (const paragraph of printable(text).split('\n')) {
    if (lines.length > limit) break
    lines.push(...wrapParagraph(paragraph, width, measure, limit - lines.length + 1))
  }
  if (lines.length <= limit) return lines
  const shown = lines.slice(0, limit)
  return [...shown.slice(0, -1), withEllipsis(shown.at(-1) ?? '', width, measure)]
}

function wrapParagraph(paragraph: string, width: number, measure: Measure, max: number): string[] {
  const lines: string[] = []
  const space = measure(' ')
  let line = ''
  let filled = 0
  for (const word of paragraph.split(' ').filter((part) => part !== '')) {
    if (lines.length > max) return lines
    const wordWidth = measure(word)
    if (line !== '' && filled + space + wordWidth <= width) {
      line = `${line} ${word}`
      filled += space + wordWidth
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    filled = wordWidth
    if (filled <= width) continue
    for (let head = widestHead(line, width, measure); head !== line && lines.length <= max; head = widestHead(line, width, measure)) {
      lines.push(head)
      line = line.slice(head.length)
    }
    filled = measure(line)
  }
  if (line !== '') lines.push(line)
  return lines
}

/** The longest beginning that fits, at least one character so that the work ends. */
function widestHead(word: string, width: number, measure: Measure): string {
  const characters = [...word]
  let fits = 1
  // Searched from the beginning of the word, so that a word of thousands of characters is measured in small pieces.
  let tooMany = 2
  while (tooMany <= characters.length && measure(characters.slice(0, tooMany).join('')) <= width) {
    fits = tooMany
    tooMany *= 2
  }
  tooMany = Math.min(tooMany, characters.length + 1)
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (measure(characters.slice(0, middle).join('')) <= width) fits = middle
    else tooMany = middle
  }
  return characters.slice(0, fits).join('')
}

function withEllipsis(line: string, width: number, measure: Measure): string {
  const characters = [...line]
  while (characters.length > 0 && measure(`${characters.join('')}…`) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** Tabs and other control characters have no glyph, and Windows line ends would give empty boxes. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n]/gu, ' ')
}
