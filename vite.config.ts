import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './web/manifest.ts'

const server = process.env.KUORMA_SERVER ?? 'http://127.0.0.1:8080'
/** `user/:id` is a screen as well as a folder of calls: a browser asking for a page gets the app. */
const toServer: ProxyOptions = {
  target: server,
  bypass: (request) => (request.headers.accept?.includes('text/html') ? '/index.html' : undefined),
}

export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  server: {
    port: 5173,
    // Not the whole clone: DATA_DIR lies there by default.
    fs: { allow: ['web', 'domain', 'node_modules'].map((folder) => realpathSync(resolve(import.meta.dirname, folder))) },
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
  },
  plugins: [
    react(),
    VitePWA({
      // A new worker waits: only 'Päivitä' (web/data/app-version.ts) lets it take over, so that it never reloads a form being typed.
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      includeAssets: ['favicon.svg', 'apple-touch-icon.png'],
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,png}', '**/inter-latin{,-ext}-wght-normal-*.woff2'],
        // A megabyte that few ever open: fetched when it is.
        globIgnores: ['**/map-canvas-*'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/(api|jsonapi|oauth|file|healthz|readyz|metrics|openapi|config\.json)/],
        cleanupOutdatedCaches: true,
      },
    }),
  ],
})
