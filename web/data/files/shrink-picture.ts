/** Pixels of the longer side: what a claim about damage needs, at a tenth of what a phone takes. */
const longest = 1600
const quality = 0.82

/** What is asked of the device. HEIC is not named, so that an iPhone gives a JPEG of it. */
export const pictureTypes = 'image/jpeg,image/png,image/webp'

/**
 * The picture as a smaller JPEG, upright and without what the phone wrote into it, so that it leaves over a thin network.
 * Null when this browser cannot read it: it is no picture, broken, too large, or of a kind that the browser does not know.
 */
export async function shrinkPicture(picture: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  // A small one may stay as it is, where the server takes its kind.
  return pictureTypes.split(',').includes(picture.type) && made && picture.size <= made.size ? picture : made
}
