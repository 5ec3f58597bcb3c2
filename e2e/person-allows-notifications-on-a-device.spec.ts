import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './kuorma.ts'

/**
 * Headless Chromium has no push service, so `PushManager` is replaced: its subscription has a real key pair and an endpoint of a known service
 * that does not exist. The permission is granted by Playwright. The message is delivered to the real service worker by the browser's debugger, in the
 * form in which the browser hands over what it has decrypted; server/features/notifications/devices/push-messages.test.ts has the way there.
 */
async function withPushService(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let current: PushSubscription | null = null
    const make = async (options: PushSubscriptionOptionsInit | undefined): Promise<PushSubscription> => {
      const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      const keys = { p256dh: await crypto.subtle.exportKey('raw', publicKey), auth: crypto.getRandomValues(new Uint8Array(16)).buffer }
      const text = String(options?.applicationServerKey).replace(/-/g, '+').replace(/_/g, '/')
      const applicationServerKey = Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer
      const endpoint = `https://kuorma-test.push.services.mozilla.com/wpush/v2/${crypto.randomUUID()}`
      current = {
        ...{ endpoint, expirationTime: null, options: { userVisibleOnly: true, applicationServerKey } },
        getKey: (name) => keys[name],
        toJSON: () => ({ endpoint }),
        unsubscribe: async () => {
          current = null
          return true
        },
      }
      return current
    }
    PushManager.prototype.subscribe = (options) => make(options)
    PushManager.prototype.getSubscription = async () => current
  })
}

const menu = (page: Page) => page.getByRole('dialog', { name: 'Ilmoitukset' })
const openBell = (page: Page) => page.getByRole('button', { name: /^Ilmoitukset/ }).click()
const shownBy = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }))
  })

/** Delivers a message to the service worker of the page. */
async function deliver(cdp: CDPSession, page: Page, message: object): Promise<void> {
  const { origin } = new URL(page.url())
  const registrationId = await new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (found) resolve(found.registrationId)
    })
    void cdp.send('ServiceWorker.enable')
  })
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
}

/** Clicks the first notification that is shown. The browser's debugger cannot, so the service worker gets the event from itself. */
async function clickNotification(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(`self.registration.getNotifications().then(([notification]) => {
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })`)
}

test('a driver allows notifications on the phone, opens one, and stops them', async ({ as }) => {
  const { page, context } = await as('kuljettaja3', { phone: true })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await withPushService(context)
  await context.grantPermissions(['notifications'])
  await page.reload()
  await openBell(page)
  await expect(menu(page).getByText('Ilmoitukset eivät ole päällä tällä laitteella')).toBeVisible()
  await expectAccessible(page)
  await menu(page).getByRole('button', { name: 'Salli ilmoitukset tällä laitteella' }).click()
  await expect(menu(page).getByText('Ilmoitukset on sallittu tällä laitteella')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const message = { title: 'Muistutus', body: 'Katsastus päättyy', link: '/autot', tag: 'a' }
  await deliver(await context.newCDPSession(page), page, message)
  await expect.poll(() => shownBy(page)).toEqual([{ title: message.title, body: message.body, data: { link: '/autot' } }])
  await clickNotification(context)
  await expect(page.getByRole('heading', { level: 1, name: 'Autot' })).toBeVisible()
  await expect.poll(() => shownBy(page)).toEqual([])

  await page.getByRole('button', { name: /^Käyttäjävalikko/ }).click()
  await page.getByRole('menuitem', { name: 'Omat tiedot' }).click()
  const section = page.getByRole('region', { name: 'Ilmoitukset' })
  await section.getByRole('button', { name: 'Lopeta ilmoitukset tällä laitteella' }).click()
  await expect(section.getByRole('button', { name: 'Salli ilmoitukset tällä laitteella' })).toBeVisible()
  await section.getByRole('button', { name: 'Salli ilmoitukset tällä laitteella' }).click()
  await expect(section.getByText('Ilmoitukset on sallittu tällä laitteella')).toBeVisible()

  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  const isSubscribed = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null)
  await expect.poll(isSubscribed).toBe(false)
})

test('nobody is asked by a page that opens, and a browser that blocks notifications is explained', async ({ as }) => {
  const { page, context } = await as('kuljettaja4', { phone: true })
  await context.addInitScript(() => {
    Notification.requestPermission = async () => {
      console.error('asked without a button')
      return 'denied'
    }
  })
  await page.reload()
  await openBell(page)
  // Headless Chromium denies what was not granted.
  await expect(menu(page).getByText('Selain estää ilmoitukset')).toBeVisible()
  await expect(menu(page).getByRole('button', { name: /laitteella/ })).toHaveCount(0)
  await expectAccessible(page)
})
