import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newFile } from '../platform/files/new-file.ts'
import type { History, Moment } from './history.ts'

export type SignatureFiles = ReturnType<typeof openSignatures>

const count = 8

/** The drawn signatures in server/demo/data/signatures. */
export const readSignatures = (): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => readFile(join(import.meta.dirname, 'data', 'signatures', `${index + 1}.png`))))

type NewSignature = { id: string; picture: Buffer; asiakas: string | null; moment: Moment }

/** Rows of signature files, and their bytes. */
export function openSignatures(pictures: readonly Buffer[]) {
  const bytes = new Map<string, Buffer>()
  const addPicture = (history: History, { id, picture, asiakas, moment }: NewSignature): string => {
    const tarkiste = createHash('sha256').update(picture).digest('hex')
    const shown = { filename: 'allekirjoitus.png', filemime: 'image/png', kuvaus: 'Allekirjoitus' }
    history.record(moment, newFile({ id, ...shown, filesize: picture.length, tarkiste, asiakas, lisaaja: moment.by?.userId ?? null }))
    bytes.set(id, picture)
    return id
  }
  return {
    bytes,
    add(history: History, asiakas: string, moment: Moment): string {
      const picture = history.random.pick(pictures)
      return addPicture(history, { id: history.random.uuid(), picture, asiakas, moment })
    },
    /** The signature of a document's acknowledgement. Its id is derived from `number`, so that the random numbers of everything else stay the same. */
    addForDocument(history: History, number: number, moment: Moment): string {
      const id = `00000000-0000-4000-8000-0000000e${String(number).padStart(4, '0')}`
      const picture = pictures[number % pictures.length]
      if (!picture) throw new Error('The demo has no signatures')
      return addPicture(history, { id, picture, asiakas: null, moment })
    },
  }
}
