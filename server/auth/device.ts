// The order matters: the User-Agent of Edge and Opera also contains Chrome, and that of Chrome Safari.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system by the User-Agent, so that people recognise their devices: "Firefox, Windows"; '' when neither is known. */
export function deviceOf(userAgent: string): string {
  const named = (list: typeof browsers) => list.find(([form]) => form.test(userAgent))?.[1]
  return [named(browsers), named(systems)].filter(Boolean).join(', ')
}
