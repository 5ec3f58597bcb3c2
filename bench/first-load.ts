// What a browser with an empty cache loads before a user can sign in, or see the tracking page.
import type { Browser, Page } from '@playwright/test'

/** Scripts: transferred kilobytes (brotli, with headers) and files. Milliseconds are on slow 4G with the CPU slowed to a quarter. */
type FirstLoad = { kilobytes: number; files: number; milliseconds: number }
export type FirstLoads = { signIn: FirstLoad; tracking: FirstLoad }

/** Chromium's own "Slow 4G": bytes a second, milliseconds. */
const slow4G = { offline: false, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8, latency: 150 }

async function measure(browser: Browser, url: string, isThere: (page: Page) => Promise<void>): Promise<FirstLoad> {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'fi-FI' })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', slow4G)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const scripts = new Set<string>()
    let [bytes, files] = [0, 0]
    devTools.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (!scripts.has(requestId)) return
      bytes += encodedDataLength
      files++
    })
    const begun = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await isThere(page)
    // Prefetching begins only when the page is idle.
    return { kilobytes: bytes / 1000, files, milliseconds: performance.now() - begun }
  } finally {
    await context.close()
  }
}

export async function measureFirstLoad(browser: Browser, address: string): Promise<FirstLoads> {
  const signIn = await measure(browser, `${address}/login`, (page) => page.getByRole('button', { name: 'Kirjaudu', exact: true }).waitFor())
  const tracking = await measure(browser, `${address}/seuranta#eiole`, (page) =>
    page.getByRole('heading', { name: 'Seurantalinkki ei ole voimassa' }).waitFor(),
  )
  for (const [title, { kilobytes, files, milliseconds }] of Object.entries({ 'Sign-in': signIn, Tracking: tracking }))
    console.log(`${title}: ${kilobytes.toFixed(0)} kB of scripts in ${files} files, ${milliseconds.toFixed(0)} ms on slow 4G`)
  return { signIn, tracking }
}
