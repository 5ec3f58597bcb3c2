import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryKeys } from '../query-keys.ts'
import { type CallOptions, callBlob } from '../request.ts'

/** The bytes of a stored file. Only those who may read its row get them, so a plain link without a token would not work. */
export const fetchFile = (uri: string, options: Pick<CallOptions, 'signal' | 'quiet'> = {}): Promise<Blob> => callBlob(uri, options)

/** An object URL of the blob; revoked when the blob changes or the component unmounts. */
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

/** An object URL of a stored file. `type` is its media type, without which a browser would download the file instead of showing it. */
export function useStoredFile(uri: string | undefined, type?: string): { url: string | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: queryKeys.call('/file', uri),
    queryFn: async ({ signal }) => {
      const bytes = await fetchFile(uri ?? '', { signal, quiet: [404] })
      return type === undefined ? bytes : new Blob([bytes], { type })
    },
    enabled: uri !== undefined,
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { url: useBlobUrl(data), failed: isError }
}
