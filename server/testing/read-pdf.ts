import { inflateSync } from 'node:zlib'

export type TextRun = { readonly x: number; readonly y: number; readonly size: number; readonly text: string }

/**
 * The text runs of each page of a PDF made by pdfmake, as copying text from it in a viewer would give. For tests; supports only what
 * pdfkit and pdf-lib write.
 */
export function readPdfText(pdf: Buffer): TextRun[][] {
  const { pages, body, stream } = openPdf(pdf)
  const fonts = new Map<string, Font>()
  return pages.map((page) => {
    const resources = body(reference(page, 'Resources'))
    const runs: (TextRun & { end: number })[] = []
    const shown = /1 0 0 1 (\S+) (\S+) Tm\n\/(F\d+) (\S+) Tf\n(?:\S+ Tr\n)?\[([^\]]*)\] TJ/g
    for (const [, left, bottom, name, points, glyphs = ''] of stream(reference(page, 'Contents')).matchAll(shown)) {
      const fontId = reference(resources, name ?? '') ?? ''
      const font = fonts.get(fontId) ?? fontOf(body(fontId), body, stream)
      fonts.set(fontId, font)
      const codes = [...glyphs.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      const kerning = [...glyphs.replace(/<[^>]*>/g, ' ').matchAll(/-?[\d.]+/g)].reduce((sum, [number]) => sum + Number(number), 0)
      const [x, y, size] = [Number(left), 841.89 - Number(bottom), Number(points)]
      const text = codes.map((code) => font.letters.get(code) ?? '?').join('')
      const units = codes.reduce((sum, code) => sum + (font.widths[Number.parseInt(code, 16)] ?? 0), 0) - kerning
      const end = x + (units / 1000) * size
      // pdfmake writes every word of a line separately.
      const before = runs.at(-1)
      if (before && before.y === y && before.size === size && Math.abs(before.end - x) < 0.2)
        Object.assign(before, { text: before.text + text, end })
      else runs.push({ x, y, size, text, end })
    }
    return runs.map(({ x, y, size, text }) => ({ x, y, size, text: text.trimEnd() })).filter(({ text }) => text !== '')
  })
}

type Font = { letters: Map<string, string>; widths: readonly number[] }

function fontOf(head: string, body: Opened['body'], stream: Opened['stream']): Font {
  const descendants = /\/DescendantFonts \[\s*(\d+) 0 R/.exec(head)?.[1]
  const widths = /\/W \[\s*0 \[([^\]]*)\]/.exec(body(descendants))?.[1] ?? ''
  return { letters: unicodeMap(stream(reference(head, 'ToUnicode'))), widths: widths.trim().split(/\s+/).map(Number) }
}

export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const drawn =
  /^(?:(?<save>q)|(?<restore>Q)|1 0 0 1 (?<right>\S+) (?<down>\S+) cm|(?<x1>\S+) (?<y1>\S+) m\n(?<x2>\S+) \k<y1> l\n\k<x2> (?<y2>\S+) l\n\k<x1> \k<y2> l\nh(?!\nW n))$/gm

/** The filled rectangles of each page (bars and modules of codes), in points from its upper left corner. */
export function readPdfRects(pdf: Buffer): Rect[][] {
  const { pages, stream } = openPdf(pdf)
  return pages.map((page) => {
    const rects: Rect[] = []
    const origins = [{ x: 0, y: 0 }]
    for (const { groups = {} } of stream(reference(page, 'Contents')).matchAll(drawn)) {
      const number = (name: string): number => Number(groups[name])
      const origin = origins.at(-1) ?? { x: 0, y: 0 }
      if (groups.save) origins.push({ ...origin })
      else if (groups.restore) origins.pop()
      else if (groups.right) Object.assign(origin, { x: origin.x + number('right'), y: origin.y + number('down') })
      else {
        const [x, y] = [number('x1'), number('y1')]
        rects.push({ x: origin.x + x, y: origin.y + y, width: number('x2') - x, height: number('y2') - y })
      }
    }
    return rects
  })
}

type Opened = { pages: string[]; body: (id: string | undefined) => string; stream: (id: string | undefined) => string }

function openPdf(pdf: Buffer): Opened {
  const objects = objectsOf(pdf)
  const body = (id: string | undefined): string => objects.get(id ?? '')?.head ?? ''
  const stream = (id: string | undefined): string => objects.get(id ?? '')?.stream ?? ''
  const kids = [...objects.values()].find(({ head }) => head.includes('/Type /Pages'))?.head.match(/\/Kids \[([^\]]*)\]/)?.[1] ?? ''
  return { pages: [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => body(id)), body, stream }
}

function objectsOf(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>()
  for (const [, id = '', content = ''] of pdf.toString('latin1').matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [head = '', packed] = content.split(/stream\n(.*)\nendstream/s)
    const inflated = packed !== undefined && head.includes('FlateDecode') && !head.includes('/Subtype /Image')
    objects.set(id, { head, stream: inflated ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : '' })
  }
  return objects
}

function reference(head: string, name: string): string | undefined {
  return head.match(new RegExp(`/${name} (\\d+) 0 R`))?.[1]
}

function unicodeMap(cmap: string): Map<string, string> {
  const map = new Map<string, string>()
  for (const [, start = '0', targets = ''] of cmap.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...targets.matchAll(/<(\w+)>/g)].entries()) {
      const code = (Number.parseInt(start, 16) + index).toString(16).padStart(4, '0')
      map.set(code, Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    }
  }
  return map
}
