import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EntityName } from '#domain/model/registry.ts'
import { CallFault } from '#web/data/fault.ts'
import { type Photo, storePhoto } from '../../form/photos.ts'

/** The reason why an upload failed and what to do about it, in Finnish. */
function sentenceOf(failure: Error, what: string): string {
  const advice = `${what} ei ole vielä tallennettu. Lähetä se uudelleen tai poista se.`
  if (!(failure instanceof CallFault)) return advice
  return `${failure.status === 0 ? 'Palvelin ei vastannut.' : failure.message.replace(/\.?$/, '.')} ${advice}`
}

type Options = {
  entity: EntityName
  /** The relation that holds the files. */
  field: string
  /** The Finnish word for the uploaded thing in messages, in the partitive case. */
  what: 'Kuvaa' | 'Tiedostoa'
  onStored: (id: string) => void
}

/** Uploads pictures or files one after another, in the order in which they were added. An upload that is removed meanwhile is ignored. */
export function useUploads({ entity, field, what, onStored }: Options) {
  const [waiting, setWaiting] = useState<readonly Photo[]>([])
  // The pictures that wait now, since an upload can end between two renders.
  const queue = useRef(waiting)
  const setQueue = (photos: readonly Photo[]) => {
    queue.current = photos
    setWaiting(photos)
  }
  /** Files that are being read and resized. */
  const readings = useRef(new Set<Promise<void>>())
  const [isReading, setIsReading] = useState(false)

  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async () => {
      for (let photo = queue.current[0]; photo; photo = queue.current[0]) {
        const id = await storePhoto({ name: entity, field }, photo, { number: 1 })
        if (queue.current.includes(photo)) {
          onStored(id)
          setQueue(withoutPhoto(queue.current, photo))
        }
      }
    },
  })
  const running = useRef<Promise<void> | null>(null)
  const sendWaiting = (): Promise<void> => {
    running.current ??= mutateAsync().finally(() => {
      running.current = null
    })
    return running.current
  }

  return {
    waiting,
    isSending: isPending,
    isUnsent: waiting.length > 0 || isReading,
    /** In Finnish; null while nothing is wrong. */
    fault: error && waiting.length > 0 && !isPending ? sentenceOf(error, what) : null,
    /** The pictures that are not stored yet: some may have been added, or taken away. */
    take: (photos: readonly Photo[]) => {
      // A picture that was stored while others were being read is not added again.
      setQueue(photos.filter((photo) => queue.current.includes(photo) || photo.fileId === undefined))
      // A failure is shown through `fault`.
      if (queue.current.length > 0) sendWaiting().catch(() => undefined)
    },
    read: (reading: Promise<void>) => {
      readings.current.add(reading)
      setIsReading(true)
      void reading.finally(() => {
        readings.current.delete(reading)
        setIsReading(readings.current.size > 0)
      })
    },
    /** Resolves to null once all are stored, otherwise to the reason in Finnish. */
    send: async (): Promise<string | null> => {
      await Promise.all(readings.current)
      return queue.current.length === 0
        ? null
        : sendWaiting().then(
            () => null,
            (failure: Error) => sentenceOf(failure, what),
          )
    },
  }
}

const withoutPhoto = (photos: readonly Photo[], photo: Photo): Photo[] => photos.filter((other) => other !== photo)
