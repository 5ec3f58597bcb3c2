// What has to be so before the app's first line runs. A file of its own: the content security policy allows no inline scripts.

// The same policy forbids code made at run time; zod would try it, and the browser report it as an error.
globalThis.__zod_globalConfig = { jitless: true }

// Before the first paint, so that a dark page never flashes white, and whenever the device changes.
const darkDevice = matchMedia('(prefers-color-scheme: dark)')
function setColourScheme() {
  let chosen = null
  try {
    chosen = localStorage.getItem('kuorma.colour-scheme')
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && darkDevice.matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}
setColourScheme()
darkDevice.addEventListener('change', setColourScheme)
