import type { ManifestOptions } from 'vite-plugin-pwa'

/** What the installed app is called and looks like on a home screen. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Kuorma',
  short_name: 'Kuorma',
  description: 'Kuljetusliikkeen tilaukset, ajojärjestely ja laskutus yhdessä selaimessa.',
  lang: 'fi',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#0f6664',
  background_color: '#f7f9f9',
  icons: [
    {
      src: '/icon-192.png',
      sizes: '192x192',
      type: 'image/png',
    },
    {
      src: '/icon-512.png',
      sizes: '512x512',
      type: 'image/png',
    },
    {
      src: '/icon-maskable-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'maskable',
    },
    {
      src: '/favicon.svg',
      sizes: 'any',
      type: 'image/svg+xml',
    },
  ],
}
