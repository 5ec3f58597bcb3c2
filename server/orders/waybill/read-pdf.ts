import { inflateSync } from 'node:zlib'

export type TextRun = { readonly x: number; readonly y: number; readonly size: number; readonly text: string }

/**
 * The text runs of each page of a PDF that pdfkit wrote, for tests: what a reader that copies text from it would get.
 * Not a reader of any PDF; only of the shapes that pdfkit writes.
 */
export function readPdfText(pdf: Buffer): TextRun[][] {
  const { pages, body, stream } = openPdf(pdf)
  const maps = new Map<string, Map<string, string> | null>()
  return pages.map((page) => {
    const resources = body(reference(page, 'Resources'))
    const runs: TextRun[] = []
    const shown = /1 0 0 1 (\S+) (\S+) Tm\n\/(F\d+) (\S+) Tf\n(?:\S+ Tr\n)?\[([^\]]*)\] TJ/g
    for (const [, x, y, font, size, glyphs = ''] of stream(reference(page, 'Contents')).matchAll(shown)) {
      const fontId = reference(resources, font ?? '') ?? ''
      if (!maps.has(fontId)) maps.set(fontId, unicodeMap(stream(reference(body(fontId), 'ToUnicode'))))
      const codes = [...glyphs.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex ?? '').join('')
      runs.push({ x: Number(x), y: 841.89 - Number(y), size: Number(size), text: decode(codes, maps.get(fontId) ?? null) })
    }
    return runs
  })
}

export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** The filled rectangles of each page, as they stand in the drawing's own coordinates: bars and modules of codes. */
export function readPdfRects(pdf: Buffer): Rect[][] {
  const { pages, stream } = openPdf(pdf)
  return pages.map((page) =>
    [...stream(reference(page, 'Contents')).matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].map(([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    })),
  )
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

function unicodeMap(cmap: string): Map<string, string> | null {
  if (cmap === '') return null
  const map = new Map<string, string>()
  for (const [, start = '0', targets = ''] of cmap.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...targets.matchAll(/<(\w+)>/g)].entries()) {
      const code = (Number.parseInt(start, 16) + index).toString(16).padStart(4, '0')
      map.set(code, Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    }
  }
  return map
}

/** Embedded fonts have two bytes a glyph and a map; PDF's own fonts are Windows-1252. */
function decode(hex: string, map: Map<string, string> | null): string {
  if (map === null) return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
  return (hex.match(/.{4}/g) ?? []).map((code) => map.get(code) ?? '?').join('')
}
