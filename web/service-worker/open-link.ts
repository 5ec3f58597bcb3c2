type Tab = { url: string; focus: () => Promise<unknown>; postMessage: (message: unknown) => void }
type Tabs = {
  matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly Tab[]>
  openWindow: (url: string) => Promise<unknown>
}

/** The page of the app that a link leads to: a path of our own, never another site. */
function ownPath(link: unknown, origin: string): string {
  const url = typeof link === 'string' && URL.canParse(link, origin) ? new URL(link, origin) : null
  return url?.origin === origin ? url.pathname + url.search + url.hash : '/'
}

/** Opens a page in a tab of the app that is open, whose router asks about what is being typed there; else in a new one. */
export async function openLink(tabs: Tabs, link: unknown, origin: string): Promise<void> {
  const path = ownPath(link, origin)
  const open = await tabs.matchAll({ type: 'window', includeUncontrolled: true })
  // The consignee's page is not the app.
  const tab = open.find(({ url }) => !/^\/seuranta(\/|$)/.test(new URL(url).pathname))
  if (!tab) {
    await tabs.openWindow(origin + path)
    return
  }
  tab.postMessage({ type: 'OPEN_PAGE', path })
  // A browser may refuse to bring a tab to the front.
  await tab.focus().catch(() => undefined)
}
