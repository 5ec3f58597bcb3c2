// The service worker: the app's files for use without a network, and notifications of the server (decision 61). Its built name, /sw.js, must stay:
// browsers that have it ask for updates there.
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { appFilesCache, fetchAheadUrls, maxAppFiles } from './app-files.ts'
import { openLink } from './open-link.ts'
import { readPush } from './read-push.ts'
import { renewPush } from './renew-push.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

// What web/offline-files.ts chooses of the build; other files are stored when they are used.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// Names of built files contain a hash of their content.
const appFiles = new CacheFirst({
  cacheName: appFilesCache,
  plugins: [new ExpirationPlugin({ maxEntries: maxAppFiles, purgeOnQuotaError: true })],
})
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), appFiles)
const ofServer = [/^\/kalenteri\//, /^\/(api|jsonapi|oauth|file|healthz|readyz|metrics|openapi|config\.json)/]
const ofConsignee = /^\/seuranta([/?]|$)/
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    // The consignee's page is a file of its own; the rest are the server's.
    denylist: [ofConsignee, ...ofServer],
  }),
)
// The consignee's page needs the server: without a network it says so in our words.
registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      try {
        return await fetch(request)
      } catch (failure) {
        const offline = await matchPrecache('/offline.html')
        if (offline) return offline
        throw failure
      }
    },
    { allowlist: [ofConsignee] },
  ),
)

// Also of the page that installed it: a driver may lose the network before the app is opened for the second time.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  // A new worker waits until 'Päivitä' (web/data/app-version.ts).
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
  const urls = fetchAheadUrls(event.data, self.location.origin)
  // What cannot be stored now is stored when it is used.
  if (urls.length > 0) event.waitUntil(Promise.allSettled(urls.map((url) => appFiles.handle({ event, request: new Request(url) }))))
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
