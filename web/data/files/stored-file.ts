import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryKeys } from '../query-keys.ts'
import { type CallOptions, callBlob } from '../request.ts'

/** The bytes of a stored file. They go only to whoever may read its row, so a plain link would not do. */
export const fetchFile = (uri: string, options: Pick<CallOptions, 'signal' | 'quiet'> = {}): Promise<Blob> => callBlob(uri, options)

/** An address that this page can show or save a blob from; given back when the blob changes or the page goes. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [blob])
  return url
}

/** A stored picture, ready to be shown. */
export function useStoredPicture(uri: string | undefined): { url: string | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: queryKeys.call('/file', uri),
    queryFn: ({ signal }) => fetchFile(uri ?? '', { signal, quiet: [404] }),
    enabled: uri !== undefined,
    // What a file holds never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { url: useBlobUrl(data), failed: isError }
}
