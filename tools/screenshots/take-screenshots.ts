// `npm run screenshots`: the pictures of the app's installation dialog (web/manifest.ts), of the guide and of README, of the demo company as it is
// at its first start.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { sessionKey, signInByCall } from '../../e2e/api.ts'
import { openDemoServers } from '../../e2e/demo-server.ts'
import { systemBrowser } from '../browser.mjs'
import { ensureWebBuilt, root } from '../prepare.mjs'
import { type Picture, pictures } from './pictures.ts'

const usage = `npm run screenshots -- [--help]
  Takes the pictures of the installation dialog again and writes them to web/public/screenshots, and those of the guide, to docs/ohje/kuvat.`

/** Of WebP, %. */
const quality = 65

/** What the browser shows. Playwright's own screenshots cannot be WebP. */
async function bytesOf(page: Page, file: string): Promise<Buffer> {
  if (file.endsWith('.png')) return page.screenshot()
  const devTools = await page.context().newCDPSession(page)
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}

async function take(browser: Browser, server: string, { file, person, path, width, height, prepare }: Picture): Promise<void> {
  const isPhone = width < height
  const session = { name: sessionKey, value: JSON.stringify(await signInByCall(server, person)) }
  const context = await browser.newContext({
    baseURL: server,
    storageState: { cookies: [], origins: [{ origin: server, localStorage: [session] }] },
    viewport: { width, height },
    isMobile: isPhone,
    hasTouch: isPhone,
    serviceWorkers: 'block',
    locale: 'fi-FI',
    timezoneId: 'Europe/Helsinki',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(path)
  await page.locator('main h1').waitFor()
  if (page.url().includes('/login')) throw new Error(`${person} is not signed in.`)
  await prepare?.(page)
  await page.locator('.mantine-Skeleton-root[data-visible]').first().waitFor({ state: 'detached' })
  // Maps and charts draw after the rest. The event stream never ends, so the network is never idle.
  await page.waitForTimeout(3000)
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), await bytesOf(page, file))
  await context.close()
  console.log(file)
}

if (parseArgs({ options: { help: { type: 'boolean', default: false } } }).values.help) {
  console.log(usage)
  process.exit(0)
}
ensureWebBuilt()
const servers = await openDemoServers()
const browser = await chromium.launch({ executablePath: systemBrowser(), chromiumSandbox: process.getuid?.() !== 0 })
try {
  const server = await servers.serverFor('screenshots')
  for (const picture of pictures) await take(browser, server, picture)
} finally {
  await browser.close()
  await servers.stop()
}
