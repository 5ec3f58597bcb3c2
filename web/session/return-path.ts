/** The path to open after signing in: the page first requested, and only one of this app. */
export function safeReturn(path: string | undefined): string {
  const url = path ? read(path) : null
  if (url?.origin !== location.origin) return '/'
  const { pathname, search, hash } = url
  // `/.//x` has this origin, but its normalised form `//x` would have another.
  return pathname.startsWith('//') || /^\/(login|logout|password-reset)\b/.test(pathname) ? '/' : pathname + search + hash
}

/** Parsed as the browser will: it drops tabs and line breaks and reads `\` as `/`. */
function read(path: string): URL | null {
  try {
    return new URL(path, location.origin)
  } catch {
    return null
  }
}
