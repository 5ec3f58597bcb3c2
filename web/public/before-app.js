// What has to be so before the app's first line runs. A file of its own: the content security policy allows no inline scripts.

// The same policy forbids code made at run time; zod would try it, and the browser report it as an error.
globalThis.__zod_globalConfig = { jitless: true }

// Before the first paint, so that a dark page never flashes white.
try {
  const chosen = localStorage.getItem('kuorma.colour-scheme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {}
