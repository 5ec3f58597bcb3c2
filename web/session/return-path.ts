/** Where to go after signing in: the page first asked for, and only ever one of this app. */
export function safeReturn(path: string | undefined): string {
  const ours = path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\')
  return path && ours && !/^\/(login|logout)\b/.test(path) ? path : '/'
}
