import { pbkdf2Sync } from 'node:crypto'

/** Milliseconds that the reference work takes on the otherwise idle machine on which the limits of `npm run bench` were set. */
const usual = 90

/** How many times longer this machine takes now; at least 1. */
export function slowness(): number {
  const started = performance.now()
  pbkdf2Sync('Kuorma', 'kulkee', 300_000, 64, 'sha512')
  return Math.max(1, (performance.now() - started) / usual)
}
