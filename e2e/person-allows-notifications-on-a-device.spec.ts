import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import { expect, expectAccessibleInFullRun, test } from './kuorma.ts'

/**
 * The headless shell of Chromium has no push service and denies and shows no notifications, so three things are replaced in the browser:
 * - the answer to the question for permission, and the permission from then on (page)
 * - `PushManager`: its subscription has a real key pair, and an endpoint of a known service that does not exist (page)
 * - `showNotification` and the click on what it shows (service worker)
 * The push event is real: the browser's debugger delivers it to the service worker, as the browser does with what it has decrypted.
 * server/features/notifications/devices/push-messages.test.ts has the way from the bell to the push service.
 */
async function withPushService(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const permissionKey = 'test.permission'
    const permission = () => localStorage.getItem(permissionKey) ?? 'default'
    Object.defineProperty(Notification, 'permission', { get: permission })
    Notification.requestPermission = async () => {
      localStorage.setItem(permissionKey, 'granted')
      return 'granted'
    }
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

/** Records in the service worker what it shows. */
async function recordShown(context: BrowserContext): Promise<void> {
  await workerOf(context).evaluate(`
    self.shown = []
    self.registration.showNotification = async (title, { body, tag, data }) => void self.shown.push({ title, body, tag, data })`)
}
const shownIn = (context: BrowserContext) => workerOf(context).evaluate('self.shown')
const clickShown = (context: BrowserContext) =>
  workerOf(context).evaluate(`
    const [{ data }] = self.shown
    const click = new Event('notificationclick')
    self.dispatchEvent(Object.assign(click, { notification: { data, close: () => self.shown.shift() }, waitUntil: () => undefined }))`)

function workerOf(context: BrowserContext): Worker {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker')
  return worker
}

test('a driver allows notifications on the phone, opens one, and stops them', async ({ as }) => {
  const { page, context } = await as('kuljettaja3', { at: '/', phone: true, installed: true })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await withPushService(context)
  await page.reload()
  await openBell(page)
  await expect(menu(page).getByText('Ilmoitukset eivät ole päällä tällä laitteella')).toBeVisible()
  await expectAccessibleInFullRun(page)
  await menu(page).getByRole('button', { name: 'Salli ilmoitukset tällä laitteella' }).click()
  await expect(menu(page).getByText('Ilmoitukset on sallittu tällä laitteella')).toBeVisible()
  await expectAccessibleInFullRun(page)
  await page.keyboard.press('Escape')

  await recordShown(context)
  const message = { title: 'Muistutus', body: 'Katsastus päättyy', link: '/autot', tag: 'a' }
  await deliver(await context.newCDPSession(page), page, message)
  const { link, ...text } = message
  await expect.poll(() => shownIn(context)).toEqual([{ ...text, data: { link } }])
  await clickShown(context)
  await expect(page.getByRole('heading', { level: 1, name: 'Autot' })).toBeVisible()
  expect(await shownIn(context)).toEqual([])

  await test.step('a subscription that the push service replaces is renewed by itself', async () => {
    const stored = () =>
      page.evaluate(async () => {
        const { token } = JSON.parse(localStorage.getItem('kuorma.session') ?? '')
        const answer = await fetch('/api/laiteilmoitukset', { headers: { Authorization: `Bearer ${token.access_token}` } })
        return (await answer.json()).endpoint
      })
    const before = await stored()
    await page.evaluate(async () => {
      const { pushManager } = await navigator.serviceWorker.ready
      const key = (await pushManager.getSubscription())?.options.applicationServerKey
      const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: text })
    })
    await workerOf(context).evaluate(`
      const change = new Event('pushsubscriptionchange')
      self.dispatchEvent(Object.assign(change, { oldSubscription: null, newSubscription: {}, waitUntil: () => undefined }))`)
    await expect.poll(stored).not.toBe(before)
  })

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
  // A file of the site: the app is opened once the browser blocks notifications.
  const { page, context } = await as('kuljettaja4', { at: '/favicon.svg', phone: true })
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    Notification.requestPermission = async () => {
      console.error('asked without a button')
      return 'denied'
    }
  })
  await page.goto('/')
  await openBell(page)
  await expect(menu(page).getByText('Selain estää ilmoitukset')).toBeVisible()
  await expect(menu(page).getByRole('button', { name: /laitteella/ })).toHaveCount(0)
  // The tabs at the bottom cover part of the buttons behind them.
  await expectAccessibleInFullRun(page, { apart: ['target-size'] })
})
