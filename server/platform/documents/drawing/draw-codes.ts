import { code128, type DrawingContext } from 'bwip-js/node'
import type { ContentSvg } from 'pdfmake/interfaces'
import QRCode from 'qrcode'

/** Rectangles as one path: sharp at any size and a few hundred bytes. */
const picture = (path: string, width: number, height: number): ContentSvg => ({
  svg: `<svg width="${width}" height="${height}"><path d="${path}"/></svg>`,
})
const rectangle = (x: number, y: number, width: number, height: number): string => `M${x} ${y}h${width}v${height}h${-width}z`

export function qrPicture(target: string, side: number): ContentSvg {
  const { modules } = QRCode.create(target, { errorCorrectionLevel: 'M' })
  const module = side / modules.size
  let path = ''
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column) === 0) continue
      let run = 1
      while (column + run < modules.size && modules.get(row, column + run) !== 0) run++
      path += rectangle(column * module, row * module, run * module, module)
      column += run
    }
  }
  return picture(path, side, side)
}

/** The library positions bars by their centres; with two units for each module these are whole numbers. */
const units = 2

/** A Code 128 bar code; its width follows from its modules. The caller leaves a quiet zone of ten modules at both ends. */
export function barCode(text: string, { module, height }: { module: number; height: number }): ContentSvg {
  const unit = module / units
  let path = ''
  let width = 0
  const drawing: DrawingContext<void> = {
    scale: () => [units, units],
    init: () => undefined,
    line: (x, _bottom, _x, _top, thickness) => {
      path += rectangle((x - thickness / 2) * unit, 0, thickness * unit, height)
      width = Math.max(width, (x + thickness / 2) * unit)
    },
    end: () => undefined,
    // The bar code has no text.
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    polygon: () => undefined,
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
  }
  code128({ bcid: 'code128', text }, drawing)
  return picture(path, width, height)
}
