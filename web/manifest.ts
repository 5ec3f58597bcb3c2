import type { ManifestOptions } from 'vite-plugin-pwa'

const shortcutIcon = { src: '/icon-192.png', sizes: '192x192', type: 'image/png' }

/** Pictures of the app in the browser's installation dialog, taken by tools/screenshots/take-screenshots.ts. Sizes in pixels. */
export const appPictures = [
  { file: 'tilaukset', label: 'Ajojärjestelijän tilaukset', person: 'yllapito', path: '/tilaukset', width: 1280, height: 800 },
  { file: 'asiakkaan-etusivu', label: 'Asiakkaan etusivu', person: 'asiakas', path: '/', width: 390, height: 844 },
  { file: 'kuljettajan-tilaukset', label: 'Kuljettajan tilaukset', person: 'kuljettaja', path: '/tilaukset', width: 390, height: 844 },
] as const

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
  orientation: 'any',
  categories: ['business', 'productivity'],
  // A page that the person's role may not open says which role it needs.
  shortcuts: [
    { name: 'Uusi tilaus', url: '/tilaus/new', icons: [shortcutIcon] },
    { name: 'Tilaukset', url: '/tilaukset', icons: [shortcutIcon] },
    { name: 'Kuljettajan päivä', short_name: 'Päivä', url: '/kuljettajan-etusivu', icons: [shortcutIcon] },
    { name: 'Päivän ajot', url: '/ajot', icons: [shortcutIcon] },
  ],
  screenshots: appPictures.map(({ file, label, width, height }) => ({
    src: `/screenshots/${file}.png`,
    sizes: `${width}x${height}`,
    type: 'image/png',
    form_factor: width > height ? 'wide' : 'narrow',
    label,
  })),
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
