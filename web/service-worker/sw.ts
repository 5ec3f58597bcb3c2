// The service worker: the app's files for use without a network, and notifications of the server (decision 61). Its built name, /sw.js, must stay:
// browsers that have it ask for updates there.
import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { openLink } from './open-link.ts'
import { readPush } from './read-push.ts'
import { renewPush } from './renew-push.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    // The consignee's page is a file of its own; the rest are the server's.
    denylist: [/^\/seuranta([/?]|$)/, /^\/kalenteri\//, /^\/(api|jsonapi|oauth|file|healthz|readyz|metrics|openapi|config\.json)/],
  }),
)

// A new worker waits until 'Päivitä' (web/data/app-version.ts).
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('push', (event) => {
  const { title, body, link, tag } = readPush(event.data?.text() ?? '')
  // Browsers withdraw the permission of those that show nothing.
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, lang: 'fi', icon: '/icon-192.png', badge: '/icon-192.png', data: { link } }),
  )
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewPush(event, { pushManager: self.registration.pushManager, tabs: self.clients }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openLink(self.clients, event.notification.data?.link, self.location.origin))
})
