import { RequestFault } from '#domain/errors.ts'
import { maxImportRows, rowsAtOnce } from '#domain/model/import/import-table.ts'

/** Lines that are read, empty ones included. */
export const maxLines = 2 * maxImportRows
/** Columns that a sheet may have, unknown ones included. */
export const maxColumns = 60
/** Unpacked size of an .xlsx file. Its cells take many times as much heap. 5 000 rows with a long text in every column are about 17 MB. */
export const maxUnpackedBytes = 18 * 1024 * 1024

/** The fault of a file that cannot be read at all. */
export const unreadable = (detail: string): RequestFault => new RequestFault({ kind: 'invalid', pointer: '/base64', detail })

export const notReadable = (): RequestFault =>
  unreadable('Tiedosto ei ole kelvollinen .xlsx-tiedosto. Avaa se taulukkolaskennassa ja tallenna uudelleen.')
export const tooManyLines = (): RequestFault => unreadable(`Tiedostossa on liikaa rivejä. ${rowsAtOnce}`)
export const tooManyColumns = (): RequestFault => unreadable(`Taulukossa on liikaa sarakkeita: enintään ${maxColumns}.`)
