// Fixtures of the browser tests: the real server with the demo company, and a signed-in browser context for each person.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Api, apiOf, sessionKey, signInByCall } from './api.ts'
import { type DemoServers, openDemoServers, password } from './demo-server.ts'
import { companyVariable } from './global-setup.ts'

export { expect, password }

export type SignedInPage = { page: Page; context: BrowserContext }
type Opened = {
  at: string
  phone?: boolean
  /** With the service worker, as an installed app: for stories of what works without a network. */
  installed?: boolean
  dark?: boolean
  /** Receives no change events. */
  deaf?: boolean
  /** Console errors that do not fail the test. */
  expected?: RegExp
}
type People = {
  /** Opens a page in a browser context of its own, signed in as one of the company's people. */
  as: (name: string, options: Opened) => Promise<SignedInPage>
  /** The calls of one of the company's people, without a page. */
  api: (name: string) => Promise<Api>
  /** Waits until `count` links have been mailed to an address, and returns the newest one's path: the server writes them within seconds. */
  mailedLink: (address: string, count?: number) => Promise<string>
}

/** Each worker has servers of its own (two run in parallel), each file of tests the demo company as it is at the first start. */
export const test = base.extend<People & { server: string; dataDir: string }, { servers: DemoServers }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern.
    async ({}, use) => {
      const servers = await openDemoServers(process.env[companyVariable])
      await use(servers)
      await servers.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  dataDir: async ({ servers }, use) => use(servers.dataDir),
  server: async ({ servers }, use, { file }) => use(await servers.serverFor(file)),
  baseURL: async ({ server }, use) => use(server),
  page: async ({ page }, use) => {
    const stop = failOnConsoleErrors(page)
    await use(page)
    stop()
  },
  mailedLink: async ({ dataDir }, use) => {
    await use(async (address, count = 1) => {
      await expect.poll(async () => (await linksTo(dataDir, address)).length).toBe(count)
      const { pathname, hash } = new URL((await linksTo(dataDir, address))[0] ?? '')
      return pathname + hash
    })
  },
  api: async ({ server }, use) => {
    const known = new Map<string, Promise<Api>>()
    await use((name) => {
      const api = known.get(name) ?? signInByCall(server, name).then((session) => apiOf(server, session))
      known.set(name, api)
      return api
    })
  },
  as: async ({ browser, server }, use, testInfo) => {
    const open: { context: BrowserContext; stop: () => void }[] = []
    await use(async (name, { at, phone = false, installed = false, dark = false, deaf = false, expected }) => {
      const session = { name: sessionKey, value: JSON.stringify(await signInByCall(server, name)) }
      const context = await browser.newContext({
        baseURL: server,
        storageState: { cookies: [], origins: [{ origin: server, localStorage: [session] }] },
        serviceWorkers: installed ? 'allow' : 'block',
        locale: 'fi-FI',
        timezoneId: 'Europe/Helsinki',
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        ...(phone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : { viewport: { width: 1440, height: 900 } }),
      })
      // Never answered: even an empty answer would open an event stream, and the page would then refetch everything.
      if (deaf) await context.route('**/api/events*', () => undefined)
      const page = await context.newPage()
      open.push({ context, stop: failOnConsoleErrors(page, expected) })
      await page.goto(at)
      return { page, context }
    })
    if (testInfo.status !== testInfo.expectedStatus) for (const { context } of open) await printPages(context)
    for (const { context, stop } of open) {
      stop()
      await context.close()
    }
  },
})

/** The links mailed to an address, newest first: without a mail server, the server writes its mail to a folder. */
async function linksTo(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names.map(async (name) => ({ at: (await stat(join(folder, name))).mtimeMs, text: await readFile(join(folder, name), 'utf8') })),
  )
  const theirs = mails.filter(({ text }) => text.startsWith(`To: ${address}\n`)).sort((a, b) => b.at - a.at)
  return theirs.flatMap(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? [])
}

/** Prints the content of a failed test's pages, for readers who have only the log: the demo company has no secrets. */
async function printPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5000 })
      .catch((failure: unknown) => String(failure))
    console.log(`\n${page.url()}\n${shown.slice(0, 4000)}\n`)
  }
}

/** Fails on console errors, except the expected ones and those that the browser logs for an error status (4xx) or a lost network. */
function failOnConsoleErrors(page: Page, expected?: RegExp): () => void {
  const errors: string[] = []
  const usual = /Failed to load resource: the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED/
  const add = (text: string): void => {
    if (!expected?.test(text)) errors.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error' && !usual.test(message.text())) add(message.text())
  })
  page.on('pageerror', (error) => add(String(error)))
  return () => expect(errors, 'console errors').toEqual([])
}

/** Signs in on the sign-in page. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await signInWith(page, name, password)
  await expect(page).not.toHaveURL(/\/login/)
}

/** Fills in and submits the sign-in page that is open. */
export async function signInWith(page: Page, name: string, typed: string): Promise<void> {
  await page.getByLabel('Käyttäjätunnus tai sähköposti').fill(name)
  await page.getByLabel('Salasana', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Kirjaudu', exact: true }).click()
}

/**
 * Makes a phone's screen as high as its page: axe takes a link that is half covered by the bars of the screen for a small one. Returns what
 * restores the screen.
 */
async function fitToPage(page: Page): Promise<() => Promise<void>> {
  const size = page.viewportSize()
  if (!size || size.width >= 600) return async () => undefined
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (height <= size.height) return async () => undefined
  await page.setViewportSize({ width: size.width, height: Math.min(height + 200, 12_000) })
  return () => page.setViewportSize(size)
}

/**
 * Checks with axe that the page, or a part of it (`within`), is accessible in light and dark mode: the dark colours can only change
 * contrast. `apart` lists rules to skip.
 */
export async function expectAccessible(page: Page, { within = 'html', apart = [] as string[] } = {}): Promise<void> {
  // Legacy mode runs in the page itself. Otherwise axe opens a window each time for cross-origin frames, which these pages do not have.
  const looked = () => new AxeBuilder({ page }).setLegacyMode().include(within)
  const unfit = Object.fromEntries(apart.map((rule) => [rule, { enabled: false }]))
  // Without the nodes that pass, axe is faster.
  const resultTypes: ['violations'] = ['violations']
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const restore = await fitToPage(page)
  await blockEvents(page)
  const light = await looked().options({ rules: unfit, resultTypes }).withTags(tags).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await blockEvents(page)
  const dark = apart.includes('color-contrast')
    ? { violations: [] }
    : await looked().options({ resultTypes }).withRules(['color-contrast']).analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  await restore()
  const violationsIn = (scheme: string, { violations }: { violations: typeof light.violations }) =>
    violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  expect([...violationsIn('light', light), ...violationsIn('dark', dark)]).toEqual([])
}

/** `npm run test:all`: everything but soak. */
const isFullRun = process.env.KUORMA_TEST_ALL === '1'

/**
 * The same, in `npm run test:all` alone: in `npm test` each pattern of the kit, each kind of dialog, the boards and the driver's day are
 * checked once.
 */
export async function expectAccessibleInFullRun(...checked: Parameters<typeof expectAccessible>): Promise<void> {
  if (isFullRun) await expectAccessible(...checked)
}

/**
 * Waits until transitions have ended, since contrast is checked with the final colours; infinite ones (the test page's skeletons) are
 * not awaited. Waits two frames first, since a newly added element starts its transition only in the next frame.
 */
async function blockEvents(page: Page): Promise<void> {
  const moving = async () => {
    for (const _frame of [1, 2]) await new Promise(requestAnimationFrame)
    return document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity).length
  }
  await expect.poll(() => page.evaluate(moving)).toBe(0)
}
