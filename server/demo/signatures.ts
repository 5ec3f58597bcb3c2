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

/** Rows of signature files, and their bytes. */
export function openSignatures(pictures: readonly Buffer[]) {
  const bytes = new Map<string, Buffer>()
  return {
    bytes,
    add({ random, record }: History, asiakas: string, moment: Moment): string {
      const picture = random.pick(pictures)
      const id = random.uuid()
      const tarkiste = createHash('sha256').update(picture).digest('hex')
      const shown = { filename: 'allekirjoitus.png', filemime: 'image/png', kuvaus: 'Allekirjoitus' }
      record(moment, newFile({ id, ...shown, filesize: picture.length, tarkiste, asiakas, lisaaja: moment.by?.userId ?? null }))
      bytes.set(id, picture)
      return id
    },
  }
}
