import * as z from 'zod/mini'
import type { EntityName } from '#domain/model/registry.ts'
import { CallFault } from '#web/data/fault.ts'
import { upload } from '#web/data/files/upload.ts'
import type { Passed } from '#web/data/request.ts'

/** A picture, or with `name` a file of any kind, on this device. It is uploaded once, even if the save is retried. */
export type Photo = { key: string; image: Blob; name?: string; fileId?: string }

/** As stored on a device. Without the file's id: an unused file is removed in a week, and until then a retry with the key finds it. */
export const photosShape = z.readonly(z.array(z.object({ key: z.string(), image: z.instanceof(Blob) })))

type PhotoField = { name: EntityName; field: string }

/** Files of the pictures that this page has uploaded: an item whose sending stopped at its second picture goes on from there. */
const uploaded = new Map<string, string>()

/** Uploads a picture unless it is uploaded already, and returns its file's id. The caller reports a fault; it contains the file's name or the picture's `number`, so that the person can remove it. */
export async function storePhoto(
  { name, field }: PhotoField,
  photo: Photo,
  { number, ...options }: Passed & { number: number },
): Promise<string> {
  const file = { bytes: photo.image, filename: photo.name ?? `kuva-${photo.key.slice(0, 8)}.jpg` }
  photo.fileId ??=
    uploaded.get(photo.key) ??
    (
      await upload(name, field, file, { ...options, idempotencyKey: photo.key, quiet: 'all' }).catch((failure: unknown) => {
        const named = failure instanceof CallFault && failure.status >= 400 && failure.status < 500
        throw named ? new CallFault(failure.status, [{ detail: `${photo.name ?? `Kuva ${number}`}: ${failure.message}` }]) : failure
      })
    ).id
  uploaded.set(photo.key, photo.fileId)
  return photo.fileId
}

/** Uploads the missing pictures of an outbox item one after another, since phone networks are slow, and returns the ids of all. */
export async function storePhotos(of: PhotoField, photos: readonly Photo[], options: Passed): Promise<string[]> {
  const ids: string[] = []
  for (const [index, photo] of photos.entries()) ids.push(await storePhoto(of, photo, { ...options, number: index + 1 }))
  return ids
}
