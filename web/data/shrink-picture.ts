/** Pixels of the longer side: what a claim about damage needs, at a tenth of what a phone takes. */
const longest = 1600
const quality = 0.82

/**
 * The picture as a smaller JPEG, upright and without what the phone wrote into it, so that it leaves over a thin network.
 * What this browser cannot read is given as it is: the server says what it takes.
 */
export async function shrinkPicture(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) return picture
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return made && made.size < picture.size ? made : picture
}
