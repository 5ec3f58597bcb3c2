import { defineConfig, devices } from '@playwright/test'
import { systemBrowser } from './tools/browser.mjs'
import { goToScratchFolder } from './tools/scratch-folder.mjs'

const isRoot = process.getuid?.() === 0
goToScratchFolder()

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: './test-results',
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  // How long anything is waited for: no story is to tell a slow machine from a fault.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'fi-FI',
    timezoneId: 'Europe/Helsinki',
    contextOptions: { reducedMotion: 'reduce' },
    // An element that never comes fails its test after a minute, not after the whole timeout.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A trace costs a quarter of the run: `npx playwright test --trace on` makes one of what failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: systemBrowser(),
      // Chromium's sandbox does not work for root.
      chromiumSandbox: !isRoot,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
