import { RequestFault } from '#domain/errors.ts'
import { type HeadingChoices, maxImportBase64, maxImportBytes } from '#domain/model/import/import-table.ts'
import { base64Of } from '#server/platform/files/base64.ts'

/** Allows a file that is somewhat too large, so that it is refused with a sentence, and the call's other fields. */
export const importBodyLimit = 2 * maxImportBase64

/** What a call of an import says of its file. */
export type ImportInput = { base64: string; tarkista: boolean; otsikot: HeadingChoices; uudelleen: boolean }

/** The bytes of an imported file. Throws a RequestFault when there are too many. */
export function fileBytes({ base64 }: Pick<ImportInput, 'base64'>): Buffer {
  const bytes = Buffer.from(base64Of(base64, { field: 'base64', what: 'Tiedosto' }), 'base64')
  if (bytes.length > maxImportBytes)
    throw new RequestFault({ kind: 'too_large', pointer: '/base64', detail: 'Tiedosto on liian suuri: enintään 5 Mt.' })
  return bytes
}
