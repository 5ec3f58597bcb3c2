// What a browser loads before a sign-in or for the tracking page. `npm run bench` also measures it over a slow network.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import budgets from '../bench/budgets.json' with { type: 'json' }
import { expect, test } from './kuorma.ts'

const built = join(import.meta.dirname, '../dist/web')

/** Collects a script and everything that it imports statically. */
async function addImports(name: string, found: Set<string>): Promise<void> {
  if (found.has(name)) return
  found.add(name)
  const source = await readFile(join(built, 'assets', name), 'utf8')
  for (const [, imported] of source.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
    if (imported) await addImports(imported, found)
}

async function scriptsOf(page: string): Promise<string[]> {
  const html = await readFile(join(built, page), 'utf8')
  const found = new Set<string>()
  for (const [, name] of html.matchAll(/assets\/([^"']+\.js)/g)) if (name) await addImports(name, found)
  return [...found]
}

for (const [page, budget] of [
  ['index.html', budgets.signInScriptKilobytes],
  ['seuranta.html', budgets.trackingScriptKilobytes],
] as const)
  test(`the scripts of ${page} are at most ${budget} kB as the server sends them`, async ({ server }) => {
    const names = await scriptsOf(page)
    let bytes = 0
    for (const name of names) {
      const response = await fetch(`${server}/assets/${name}`, { headers: { 'accept-encoding': 'br, gzip' } })
      expect(response.headers.get('content-encoding'), name).toBe('br')
      bytes += Number(response.headers.get('content-length'))
    }
    expect(names.length).toBeLessThanOrEqual(12)
    // A module that both pages use must be in a group of its own (vite.config.ts), or each page loads the other's scripts.
    expect(names.some((name) => name.startsWith(page === 'index.html' ? 'tracking-' : 'sign-in-'))).toBe(false)
    expect(bytes / 1000).toBeGreaterThan(50)
    expect(bytes / 1000).toBeLessThanOrEqual(budget)
  })

test('the sign-in page loads nothing more until it is usable, then prefetches what is needed after sign-in', async ({ page }) => {
  const first = new Set(await scriptsOf('index.html'))
  const others: string[] = []
  page.on('request', (request) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1]
    if (name && !first.has(name)) others.push(name)
  })
  // The page does not become idle until the test says so.
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    Object.assign(window, {
      requestIdleCallback: (work: () => void) => waiting.push(work),
      becomeIdle: () => {
        for (const work of waiting.splice(0)) work()
      },
    })
  })
  await page.goto('/login')
  await page.getByLabel('Salasana', { exact: true }).fill('jokin salasana')
  await page.waitForLoadState('networkidle')
  expect(others).toEqual([])
  await page.evaluate(() => (window as unknown as { becomeIdle: () => void }).becomeIdle())
  await expect.poll(() => others).toContainEqual(expect.stringMatching(/^signed-in-/))
  await expect.poll(() => others).toContainEqual(expect.stringMatching(/^start-/))
})

test('the tracking page loads only its own scripts and no service worker', async ({ page }) => {
  const own = new Set(await scriptsOf('seuranta.html'))
  const others: string[] = []
  page.on('request', (request) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1]
    if (name && !own.has(name)) others.push(name)
  })
  await page.goto('/seuranta#eiole')
  await expect(page.getByRole('heading', { name: 'Seurantalinkki ei ole voimassa' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(others).toEqual([])
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length))).toBe(0)
})
