/** Where to go after signing in: the page first asked for, and only ever one of this app. */
export function safeReturn(path: string | undefined): string {
  const url = path ? read(path) : null
  if (url?.origin !== location.origin) return '/'
  const { pathname, search, hash } = url
  // `/.//x` is of this origin, but what it comes to, `//x`, would no longer be.
  return pathname.startsWith('//') || /^\/(login|logout|password-reset)\b/.test(pathname) ? '/' : pathname + search + hash
}

/** As the browser will read it: it drops tabs and line breaks and takes `\` for `/`. */
function read(path: string): URL | null {
  try {
    return new URL(path, location.origin)
  } catch {
    return null
  }
}
