// Faults of a phone in traffic, drawn from a seed: a network that comes and goes, answers that are lost, and a clock that is wrong.
import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Seconds by which the clock of the page is ahead. */
    clockAhead?: number
  }
}

/** Every page that the context opens from now on has a clock that is ahead, until `turnClock`. */
export const setAhead = (context: BrowserContext, seconds: number): Promise<unknown> =>
  context.addInitScript((ahead) => {
    const Real = Date
    window.clockAhead = ahead
    class Ahead extends Real {
      constructor(...values: [] | [value: number | string | Date]) {
        super(values.length === 0 ? Ahead.now() : values[0])
      }
      static override now(): number {
        return Real.now() + (window.clockAhead ?? 0) * 1000
      }
    }
    globalThis.Date = Ahead as DateConstructor
  }, seconds)

export const turnClock = (page: Page, ahead: number): Promise<void> =>
  page.evaluate((seconds) => {
    window.clockAhead = seconds
  }, ahead)

/** The server carries out the next request to these addresses, but its answer is lost. Returns how many answers have been. */
export async function loseAnswer(context: BrowserContext, addresses: string | RegExp): Promise<() => number> {
  let lost = 0
  await context.route(
    addresses,
    async (route) => {
      await route.fetch().catch(() => undefined)
      // The page may have been closed meanwhile.
      await route.abort('internetdisconnected').catch(() => undefined)
      lost += 1
    },
    { times: 1 },
  )
  return () => lost
}

/** The requests that change something. */
export const changes = /\/(jsonapi\/operations|api\/tyovuoro-kirjaus)$/

export type UnsteadyNetwork = {
  /** Before an action: cuts or restores the network, or leaves it; now and then the next answer to a change is lost. */
  shake: () => Promise<void>
  cut: () => Promise<void>
  restore: () => Promise<void>
  counts: { cuts: number; restores: number }
}

export function unsteadyNetwork(context: BrowserContext, random: () => number): UnsteadyNetwork {
  const counts = { cuts: 0, restores: 0 }
  let isCut = false
  async function set(cut: boolean): Promise<void> {
    if (cut === isCut) return
    isCut = cut
    await context.setOffline(cut)
    counts[cut ? 'cuts' : 'restores'] += 1
  }
  return {
    counts,
    cut: () => set(true),
    async restore() {
      await set(true)
      await set(false)
    },
    async shake() {
      const [changesNow, loses] = [random() < 0.85, random() < 0.15]
      if (changesNow) await set(!isCut)
      if (loses) await loseAnswer(context, changes)
    },
  }
}
