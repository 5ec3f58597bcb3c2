import { allowDeviceCall, deviceNotificationsCall, stopDeviceCall } from '#domain/features/notifications/device-notifications.ts'
import { callApi } from '#web/data/api-call.ts'
import { pushSubscription } from '#web/data/device/push-subscription.ts'

/**
 * Notifications on this device. `blocked`: by the person's choice in the browser, which only they can change there. `uninstalled`: an iPhone or
 * iPad, where only an app on the home screen can have them.
 */
export type DeviceState = 'allowed' | 'off' | 'blocked' | 'uninstalled' | 'unsupported'

const isApple = () => /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** What the browser can do, without asking the person anything. */
function browserState(): Exclude<DeviceState, 'allowed'> {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return isApple() ? 'uninstalled' : 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'off'
}

/** Statuses without a message. */
const unanswered = [0, 401, 429, 500, 502, 503, 504]

export async function readDeviceState(signal?: AbortSignal): Promise<DeviceState> {
  const state = browserState()
  if (state !== 'off') return state
  const subscription = await pushSubscription()
  if (!subscription || Notification.permission !== 'granted') return 'off'
  const { endpoint } = await callApi(deviceNotificationsCall, {}, { ...(signal ? { signal } : {}), quiet: unanswered })
  return subscription.endpoint === endpoint ? 'allowed' : 'off'
}

/** Milliseconds for which the service worker is waited for: it is registered a moment after the first page has been shown. */
const workerTimeout = 15_000

async function workerRegistration(): Promise<ServiceWorkerRegistration | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), workerTimeout))
  return Promise.race([navigator.serviceWorker.ready, late])
}

const base64url = (bytes: ArrayBuffer | null): string =>
  bytes === null
    ? ''
    : btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=+$/, '')

/** The browser's subscription with the server's key: an earlier one with another key would be of no use. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const earlier = await pushManager.getSubscription()
  if (earlier && base64url(earlier.options.applicationServerKey) !== key) await earlier.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function storeOnServer(subscription: PushSubscription, quiet: readonly number[]): Promise<unknown> {
  const { endpoint } = subscription
  const keys = { p256dh: base64url(subscription.getKey('p256dh')), auth: base64url(subscription.getKey('auth')) }
  return callApi(allowDeviceCall, { endpoint, keys }, { quiet })
}

/** Sends the server the subscription by which the browser has replaced the one that this session allowed (web/service-worker/renew-push.ts). */
async function renewDevice(): Promise<void> {
  const subscription = browserState() === 'off' && Notification.permission === 'granted' ? await pushSubscription() : null
  if (!subscription) return
  const { endpoint } = await callApi(deviceNotificationsCall, {}, { quiet: unanswered })
  // '': the session has not allowed notifications; the subscription may be an earlier person's.
  if (endpoint !== '' && endpoint !== subscription.endpoint) await storeOnServer(subscription, [...unanswered, 422])
}

/** Renews this device's subscription when the browser has replaced it: now, if that happened while the app was closed, and later. */
export function followRenewals(): void {
  // Tried again when the app is opened next.
  const renew = () => void renewDevice().catch(() => undefined)
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type === 'PUSH_RENEWED') renew()
  })
  renew()
}

/** Why notifications could not be allowed, in a sentence; '' when they are, or when the person said no. */
export async function allowDevice(): Promise<string> {
  // First, while the browser still knows that the person pressed a button.
  if ((await Notification.requestPermission()) !== 'granted') return ''
  const registration = await workerRegistration()
  if (!registration) return 'Sovellus ei ole vielä valmis. Lataa sivu uudelleen ja yritä sitten.'
  const { julkinen_avain: key } = await callApi(deviceNotificationsCall, {})
  let subscription: PushSubscription
  try {
    subscription = await subscribe(registration, key)
  } catch {
    return 'Selain ei saanut yhteyttä ilmoituspalveluunsa. Yritä myöhemmin uudelleen.'
  }
  try {
    await storeOnServer(subscription, [422])
    return ''
  } catch (failure) {
    await subscription.unsubscribe()
    throw failure
  }
}

export async function stopDevice(): Promise<void> {
  const subscription = await pushSubscription()
  if (!subscription) return
  await callApi(stopDeviceCall, { endpoint: subscription.endpoint }, { quiet: [404] }).finally(() => subscription.unsubscribe())
}
