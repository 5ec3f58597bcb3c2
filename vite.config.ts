import { realpathSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { guidePages } from './tools/guide/guide-pages.ts'
import { manifest } from './web/manifest.ts'
import { offlineFiles } from './web/offline-files.ts'

const webRoot = resolve(import.meta.dirname, 'web')
const offline = offlineFiles(webRoot)

const server = process.env.KUORMA_SERVER ?? 'http://127.0.0.1:8080'
/** `user/:id` is a screen as well as a folder of calls: a browser asking for a page gets the app. */
const toServer: ProxyOptions = {
  target: server,
  bypass: (request) => (request.headers.accept?.includes('text/html') ? '/index.html' : undefined),
}

/**
 * A few files instead of hundreds: each costs a phone's processor some milliseconds, also from the service worker's store. A group takes along what
 * its modules import, but for what a group of higher priority has; what the sign-in page and the consignee's page both use must stand in one of the
 * first two (bench/budgets.json).
 */
const chunks = [
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 6 },
  {
    name: 'page',
    test: /[\\/](shell[\\/](open-shell|brand-content)|page[\\/]page|data[\\/]query-client|ui[\\/]states\.module|model[\\/]features|QueryClientProvider|modulepreload-polyfill|wght|shell\.module|Icon(AlertTriangle|Inbox|Truck))\.(tsx?|css|m?js)$/,
    priority: 5,
  },
  { name: 'tracking', test: /[\\/]web[\\/]screens[\\/]tracking[\\/].*\.tsx?$/, priority: 4 },
  // Not the entries: they wait at their top level, and a file that imports one of them would wait for itself.
  {
    name: 'sign-in',
    tags: ['$initial' as const],
    test: /^(?!.*[\\/]web[\\/](app[\\/]main\.tsx|.*tracking-page\.(tsx|css)|[^\\/]*\.html))/,
    priority: 3,
  },
  { name: 'signed-in', test: /[\\/]web[\\/]app[\\/]signed-in\.tsx$/, priority: 2 },
  // What at least three parts of the app use.
  { name: 'common', minShareCount: 3, priority: 1 },
]

/** Compresses each file once and as small as it gets, so that the server (server/http/web-app.ts) need not do it for every browser. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'kuorma-precompress',
    apply: 'build',
    // After the service worker has been written.
    enforce: 'post',
    configResolved: ({ build }) => {
      folder = build.outDir
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true })
        await Promise.all(
          names.filter((name) => /\.(js|css|html|svg|json|webmanifest)$/.test(name)).map((name) => compress(join(folder, name))),
        )
      },
    },
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

export default defineConfig({
  root: webRoot,
  server: {
    port: 5173,
    // Not the whole clone: DATA_DIR lies there by default.
    fs: { allow: ['web', 'domain', 'docs/ohje', 'node_modules'].map((folder) => realpathSync(resolve(import.meta.dirname, folder))) },
    proxy: {
      '/api': server,
      '/jsonapi': server,
      '/oauth': server,
      '/file': server,
      '/user': toServer,
      '/config.json': server,
      '/healthz': server,
      '/readyz': server,
      '/metrics': server,
    },
  },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: {
      input: ['web/index.html', 'web/seuranta.html'].map((page) => resolve(import.meta.dirname, page)),
      output: { codeSplitting: { groups: chunks } },
    },
  },
  plugins: [
    react(),
    guidePages(),
    offline.plugin,
    VitePWA({
      // A new worker waits: only 'Päivitä' (web/data/app-version.ts) lets it take over, so that it never reloads a form being typed.
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      includeAssets: ['favicon.svg', 'apple-touch-icon.png'],
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'sw.ts',
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png}', '**/inter-latin{,-ext}-wght-normal-*.woff2'],
        // The consignee's page comes from the server: stored, it would answer /seuranta before the page that says that there is no network.
        globIgnores: [
          'seuranta.html',
          'screenshots/**',
          '**/map-canvas-*',
          '**/base-map-*',
          '**/months-chart-*',
          '**/password-strength.worker-*',
        ],
        manifestTransforms: [(entries) => ({ manifest: entries.filter(({ url }) => offline.isNeeded(url)), warnings: [] })],
      },
    }),
    precompress(),
  ],
})
