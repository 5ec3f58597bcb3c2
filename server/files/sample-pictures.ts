// Pictures for the tests of files.
import sharp from 'sharp'

/** As a phone takes it: lying on its side, with the place it was taken at. Left half red, right half blue as it is stored. */
export async function phonePhoto(width = 800, height = 400): Promise<Buffer> {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: '#2030d0' } }
  return sharp({ create: { width, height, channels: 3, background: '#d02020' } })
    .composite([{ input: half, left: width / 2, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Puhelin' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '61/1 29/1 0/1' } })
    .toBuffer()
}

/** A picture whose every pixel is its own, so that it does not shrink much when it is packed: `megabytes` of it. */
export async function largePhoto(megabytes: number): Promise<Buffer> {
  const side = Math.round(Math.sqrt((megabytes * 1024 * 1024) / 3))
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  return sharp({ create: { width: side, height: side, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}
