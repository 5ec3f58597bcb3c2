import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'

const event = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  /** Microseconds of the thread itself: what other processes take does not count. */
  tdur: z.number().optional(),
  args: z.object({ name: z.string().optional() }).loose().optional(),
})
type TraceEvent = z.output<typeof event>
const categories = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame']

/**
 * How long the page's main thread was busy for each frame that it drew while the work ran, in milliseconds of its own, by the browser's trace: the
 * tasks since the frame before, input and answers of the server included.
 */
export async function mainThreadByFrame(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories })
  await work()
  const { traceEvents } = z.object({ traceEvents: z.array(z.unknown()) }).parse(JSON.parse((await browser.stopTracing()).toString()))
  const events = traceEvents.flatMap((one) => event.safeParse(one).data ?? [])
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
  const mainThreads = new Set(
    events.filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  )
  const onMain = Map.groupBy(
    events.filter((one) => mainThreads.has(threadOf(one))),
    threadOf,
  )
  // Other pages' renderers draw nothing meanwhile.
  const framesOf = (some: readonly TraceEvent[]) => some.filter(({ name }) => name === 'BeginMainThreadFrame')
  const own = [...onMain.values()].toSorted((a, b) => framesOf(b).length - framesOf(a).length)[0] ?? []
  const tasks = own.filter(({ name, ph }) => name === 'RunTask' && ph === 'X').toSorted((a, b) => a.ts - b.ts)
  const frames = framesOf(own)
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b)
  const busy: number[] = []
  let sum = 0
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    sum += tdur / 1000
    if (!frames.some((frame) => frame >= ts && frame <= ts + dur)) continue
    busy.push(sum)
    sum = 0
  }
  return busy
}
