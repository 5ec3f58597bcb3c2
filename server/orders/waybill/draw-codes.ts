import { code128, type DrawingContext } from 'bwip-js/node'
import QRCode from 'qrcode'

type Doc = PDFKit.PDFDocument
const ink = '#000000'

/** Modules as one path: sharp at any size and a few hundred bytes. The quiet zone is the white around it. */
export function drawQr(doc: Doc, target: string, box: { left: number; top: number; side: number }): void {
  const { modules } = QRCode.create(target, { errorCorrectionLevel: 'M' })
  const side = box.side / modules.size
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column) === 0) continue
      let run = 1
      while (column + run < modules.size && modules.get(row, column + run) !== 0) run++
      doc.rect(box.left + column * side, box.top + row * side, run * side, side)
      column += run
    }
  }
  doc.fill(ink)
}

/** The library places bars by their middles; at two units a module these are whole numbers. */
const units = 2

/** Code 128 as one path, as wide as its modules make it. The ten modules of quiet zone at both ends are the caller's to leave. */
export function drawCode128(doc: Doc, text: string, box: { left: number; top: number; module: number; height: number }): void {
  const unit = box.module / units
  const drawing: DrawingContext<void> = {
    scale: () => [units, units],
    init: () => undefined,
    line: (x, _bottom, _x, _top, width) => {
      doc.rect(box.left + (x - width / 2) * unit, box.top, width * unit, box.height)
    },
    end: () => {
      doc.fill(ink)
    },
    // A bar code is lines alone.
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    polygon: () => undefined,
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
  }
  code128({ bcid: 'code128', text }, drawing)
}
