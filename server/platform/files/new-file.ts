import type { Row } from '#domain/model/registry.ts'
import { addRow, type RowChange } from '#server/entities/engine.ts'

export type NewFile = Pick<Row<'file'>, 'id' | 'filemime' | 'filename' | 'filesize' | 'tarkiste' | 'asiakas' | 'lisaaja'> & {
  kuvaus?: string
}

/** The path from which a file is fetched, stored in its row as `uri`. */
export const fileUri = (id: string): string => `/file/${id}`

/** The row of a stored file, to be saved by the system: users may write none of these fields. */
export const newFile = ({ id, ...values }: NewFile): RowChange =>
  addRow('file', { ...values, name: values.filename, uri: fileUri(id) }, { id })
