import * as z from 'zod/mini'
import type { EntityName } from '#domain/model/registry.ts'
import { CallFault } from '#web/data/fault.ts'
import { upload } from '#web/data/files/upload.ts'

/** A picture, or with `name` a file of any kind, on this device. It is uploaded once, even if the save is retried. */
export type Photo = { key: string; image: Blob; name?: string; fileId?: string }

/** As stored on a device. Without the file's id: an unused file is removed in a week, and until then a retry with the key finds it. */
export const photosShape = z.readonly(z.array(z.object({ key: z.string(), image: z.instanceof(Blob) })))

type PhotoField = { name: EntityName; field: string }

/** Uploads a picture unless it is uploaded already, and returns its file's id. The caller reports a fault; it contains the file's name or the picture's `number`, so that the person can remove it. */
export async function storePhoto({ name, field }: PhotoField, photo: Photo, number: number): Promise<string> {
  const file = { bytes: photo.image, filename: photo.name ?? `kuva-${photo.key.slice(0, 8)}.jpg` }
  photo.fileId ??= (
    await upload(name, field, file, { idempotencyKey: photo.key, quiet: 'all' }).catch((failure: unknown) => {
      const named = failure instanceof CallFault && failure.status >= 400 && failure.status < 500
      throw named ? new CallFault(failure.status, [{ detail: `${photo.name ?? `Kuva ${number}`}: ${failure.message}` }]) : failure
    })
  ).id
  return photo.fileId
}

/** Uploads the missing pictures of an outbox item one after another, since phone networks are slow, and returns the ids of all. */
export async function storePhotos(name: EntityName, field: string, photos: readonly Photo[]): Promise<string[]> {
  const ids: string[] = []
  for (const [index, photo] of photos.entries()) ids.push(await storePhoto({ name, field }, photo, index + 1))
  return ids
}
