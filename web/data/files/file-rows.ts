import { useQuery } from '@tanstack/react-query'
import { type FileKind, fileKindOf, fileTypes } from '#domain/entities/file/file.types.ts'
import { listQuery } from '../queries.ts'

/** The file types that the server accepts, as the `accept` attribute of a file input. */
export const acceptedFiles = fileTypes.flatMap(({ mime, extensions }) => [mime, ...extensions.map((extension) => `.${extension}`)]).join()

/** `size` is in bytes. */
export type FileFacts = { id: string; name: string; mime: string; size: number; uri: string; kind: FileKind }

/** The stored files among `ids` that the person may read, unordered; undefined while loading. */
export function useFileFacts(ids: readonly string[]): { files: readonly FileFacts[] | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    ...listQuery('file', {
      filter: { id: [...ids] },
      fields: { file: ['filename', 'filemime', 'filesize', 'uri'] },
      page: { limit: 250 },
    }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
  const files = data?.rows.map(({ id, filename, filemime, filesize, uri }): FileFacts => {
    return { id, name: filename, mime: filemime, size: filesize, uri, kind: fileKindOf(filemime) }
  })
  return { files, failed: isError && !data }
}
