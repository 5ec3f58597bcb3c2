import { PNG } from 'pngjs'

/** A signature pad's canvas is some hundred thousand pixels; a picture with larger dimensions is not decoded. */
const MAX_PIXELS = 16_000_000
/** The end of every complete PNG. pngjs also accepts some truncated ones, with pixels that change from run to run. */
const END = Buffer.from('0000000049454e44ae426082', 'hex')

/**
 * A drawn signature as an opaque PNG cropped to its strokes, as a data URL; null when the bytes are no readable PNG or it is blank.
 * Opaque, because pdfkit (within pdfmake) splits transparent pictures asynchronously: a broken one would end the process, and the
 * order of completion would change the file's bytes.
 */
export function signaturePicture(bytes: Uint8Array): { url: string; width: number; height: number } | null {
  try {
    const file = Buffer.from(bytes)
    if (file.length < 24 || file.readUInt32BE(16) * file.readUInt32BE(20) > MAX_PIXELS) return null
    if (!file.subarray(-END.length).equals(END)) return null
    const picture = PNG.sync.read(file)
    const box = inkBox(picture)
    if (box === null) return null
    const cut = new PNG({ width: box.width, height: box.height })
    PNG.bitblt(picture, cut, box.x, box.y, box.width, box.height, 0, 0)
    const white = { red: 255, green: 255, blue: 255 }
    const opaque = PNG.sync.write(cut, { colorType: 2, inputHasAlpha: true, bgColor: white })
    return { url: `data:image/png;base64,${opaque.toString('base64')}`, width: box.width, height: box.height }
  } catch {
    return null
  }
}

/** The smallest rectangle with every pixel that is visible on white paper. */
function inkBox(picture: PNG): { x: number; y: number; width: number; height: number } | null {
  const { width, height, data } = picture
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const alpha = data[at + 3] ?? 0
      const darkest = Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255)
      if (alpha < 16 || darkest > 240) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
