/** The longer side in pixels: sharp enough to document damage, at a tenth of the size of a phone's picture. */
const longest = 1600
const quality = 0.82

/** Accepted by the file input. HEIC is not listed, so that an iPhone converts it to JPEG. */
export const pictureTypes = 'image/jpeg,image/png,image/webp'

/**
 * The picture as a smaller JPEG, upright and without its metadata, so that it can be sent over a slow network.
 * Null when this browser cannot read it: the file is not a picture, broken, too large, or of an unsupported kind.
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
  // A picture that would not become smaller is sent unchanged, if the server accepts its kind.
  return pictureTypes.split(',').includes(picture.type) && made && picture.size <= made.size ? picture : made
}
