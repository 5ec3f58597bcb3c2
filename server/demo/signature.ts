import { crc32, deflateSync } from 'node:zlib'
import type { Random } from './random.ts'

const width = 360
const height = 120
const penRadius = 1.6
/** So many that the largest loop still has no gaps. */
const dotsALoop = 100
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Grey of 8 bits a pixel, each line led by its filter (0: none). */
const blankPaper = () => {
  const paper = Buffer.alloc((width + 1) * height, 255)
  for (let y = 0; y < height; y++) paper[y * (width + 1)] = 0
  return paper
}

function dot(paper: Buffer, x: number, y: number): void {
  for (let row = Math.floor(y - 2); row <= y + 3; row++) {
    for (let column = Math.floor(x - 2); column <= x + 3; column++) {
      if (row < 0 || row >= height || column < 0 || column >= width) continue
      const far = Math.hypot(column - x, row - y) - penRadius
      const grey = Math.round(255 * Math.min(1, Math.max(0, far)))
      const at = row * (width + 1) + 1 + column
      paper[at] = Math.min(paper[at] ?? 255, grey)
    }
  }
}

/** A pen's way over the paper: a big first letter, loops that get flatter, a flourish under it all. */
export function drawSignature(random: Random): Buffer {
  const paper = blankPaper()
  const loops = random.between(4, 7)
  const [tall, slant, speed] = [30 + random.number() * 14, 0.3 + random.number() * 0.4, (width - 110) / loops]
  let phase = random.number() * Math.PI
  for (let step = 0; step < loops * dotsALoop; step++) {
    const loop = step / dotsALoop
    const size = loop < 1 ? tall : tall * (0.32 + 0.14 * Math.sin(loop * 2.3 + phase)) * (1 - loop / loops / 2)
    const angle = loop * 2 * Math.PI
    const up = Math.sin(angle) * size
    dot(paper, 34 + loop * speed + Math.cos(angle) * size * 0.45 + up * slant, 62 - up)
    phase += 0.2 / dotsALoop
  }
  const [from, to, sag] = [40 + random.between(0, 30), width - random.between(30, 90), random.between(-9, 9)]
  for (let x = from; x < to; x += 1.4) dot(paper, x, 98 + (sag * (x - from) * (to - x)) / ((to - from) ** 2 / 4))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([png, chunk('IHDR', header), chunk('IDAT', deflateSync(paper)), chunk('IEND', Buffer.alloc(0))])
}
