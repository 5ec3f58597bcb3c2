/**
 * Asks the browser not to clear what this device stores when it runs out of room. Asked once the day begins: browsers grant it to apps that are
 * in use. A refusal changes nothing.
 */
export function persistStorage(): void {
  // Browsers have no storage manager on plain http addresses.
  if (!('storage' in navigator) || !('persist' in navigator.storage)) return
  navigator.storage.persist().catch(() => undefined)
}
