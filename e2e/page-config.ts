import type { Page } from '@playwright/test'

/** Replaces values of the config that the page reads when it loads. Fetched once, as a page that goes on drops what it has asked for. */
export async function changeConfig(page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const config: object = await (await page.request.get('/config.json')).json()
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...config, ...changes } }))
}
