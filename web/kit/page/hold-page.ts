/**
 * The `ref` of a strip that comes and goes above the page: scrolls by its height, so that nothing moves under the finger. A page that nobody has
 * pressed yet begins at its top.
 */
export function holdPage(strip: HTMLElement | null): (() => void) | undefined {
  if (!strip) return undefined
  const { offsetHeight } = strip
  if (navigator.userActivation?.hasBeenActive) scrollBy(0, offsetHeight)
  return () => scrollBy(0, -offsetHeight)
}
