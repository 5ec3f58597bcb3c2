import type { Row } from '#domain/registry.ts'
import { type Intent, ownIntent } from '../jsonapi/intents.ts'
import { type Model, resourceNamed } from '../jsonapi/model.ts'

export type NewFile = Pick<Row<'file'>, 'id' | 'filemime' | 'filename' | 'filesize' | 'tarkiste' | 'asiakas' | 'lisaaja'> & {
  kuvaus?: string
}

/** Where a file is fetched from: what its row says as its `uri`. */
export const fileUri = (id: string): string => `/file/${id}`

/** The row of a stored file, for `save` with the server's own rights: people write none of these fields. */
export const newFile = (model: Model, { id, ...values }: NewFile): Intent =>
  ownIntent('add', resourceNamed(model, 'file'), id, { ...values, name: values.filename, uri: fileUri(id) })
