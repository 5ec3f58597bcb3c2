import type { Row } from '#domain/model/registry.ts'
import { addRow, type RowChange } from '#server/entities/engine.ts'

export type NewFile = Pick<Row<'file'>, 'id' | 'filemime' | 'filename' | 'filesize' | 'tarkiste' | 'asiakas' | 'lisaaja'> & {
  kuvaus?: string
}

/** Where a file is fetched from: what its row says as its `uri`. */
export const fileUri = (id: string): string => `/file/${id}`

/** The row of a stored file, to be saved by the system: people write none of these fields. */
export const newFile = ({ id, ...values }: NewFile): RowChange =>
  addRow('file', { ...values, name: values.filename, uri: fileUri(id) }, { id })
