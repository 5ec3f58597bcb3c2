// Runs before the first paint, so that a dark page never flashes white. A file of its own: the content security policy allows no inline scripts.
try {
  const chosen = localStorage.getItem('kuorma.colour-scheme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {}
