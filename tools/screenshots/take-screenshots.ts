// `npm run screenshots`: the pictures of the app's installation dialog (web/manifest.ts) and of the guide, of the demo company as it is at its
// first start.
import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { openDemoServers, password } from '../../e2e/demo-server.ts'
import { appPictures } from '../../web/manifest.ts'
import { systemBrowser } from '../browser.mjs'
import { ensureWebBuilt, root } from '../prepare.mjs'

const usage = `npm run screenshots -- [--help]
  Takes the pictures of the installation dialog again and writes them to web/public/screenshots, and those of the guide, to docs/ohje/kuvat.`

if (parseArgs({ options: { help: { type: 'boolean', default: false } } }).values.help) {
  console.log(usage)
  process.exit(0)
}

const folder = join(root, 'web/public/screenshots')

ensureWebBuilt()
await mkdir(folder, { recursive: true })
const servers = await openDemoServers()
const baseURL = await servers.serverFor('screenshots')
const browser = await chromium.launch({ executablePath: systemBrowser(), chromiumSandbox: process.getuid?.() !== 0 })
try {
  for (const { file, person, path, width, height } of appPictures) {
    const isPhone = width < height
    const context = await browser.newContext({
      ...{ baseURL, viewport: { width, height }, isMobile: isPhone, hasTouch: isPhone, serviceWorkers: 'block' },
      ...{ locale: 'fi-FI', timezoneId: 'Europe/Helsinki', colorScheme: 'light', reducedMotion: 'reduce' },
    })
    const page = await context.newPage()
    await page.goto(`/login?paluu=${encodeURIComponent(path)}`)
    await page.getByLabel('Käyttäjätunnus tai sähköposti').fill(person)
    await page.getByLabel('Salasana', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Kirjaudu', exact: true }).click()
    await page.waitForURL((url) => url.pathname === path)
    // The event stream never ends, so the network is never idle.
    await page.locator('main h1').waitFor()
    await page.waitForTimeout(3000)
    await page.screenshot({ path: join(folder, `${file}.png`) })
    await context.close()
    console.log(`${file}.png`)
  }
} finally {
  await browser.close()
  await servers.stop()
}

// The stories of the guide take its pictures.
const { status } = spawnSync('npx', ['playwright', 'test', 'e2e/guide-pictures.spec.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, STORE_PICTURES: '1' },
})
process.exitCode = status ?? 1
