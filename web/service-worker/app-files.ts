/** The cache of the app's files that are stored when they are used; it holds nothing personal, so it outlives sign-outs. */
export const appFilesCache = 'app-files'
/** More than a build has: files of former builds are removed as new ones come. */
export const maxAppFiles = 600

/** A message to the service worker: stores these files of the app unless they are stored. */
export type FetchAhead = { type: 'FETCH_AHEAD'; urls: readonly string[] }

/** The addresses of a message: files of our own build, nothing else. */
export function fetchAheadUrls(data: unknown, origin: string): string[] {
  const { type, urls }: { type?: unknown; urls?: unknown } = typeof data === 'object' && data !== null ? data : {}
  if (type !== 'FETCH_AHEAD' || !Array.isArray(urls)) return []
  return urls.flatMap((url: unknown) => {
    const found = typeof url === 'string' && URL.canParse(url, origin) ? new URL(url, origin) : null
    return found?.origin === origin && found.pathname.startsWith('/assets/') ? [found.href] : []
  })
}
