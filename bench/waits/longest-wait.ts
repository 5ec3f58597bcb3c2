/** Milliseconds that the work took, and the longest that another request of the same server waited meanwhile. */
type Waited<T> = { result: T; milliseconds: number; longestWait: number }

export async function longestWaitDuring<T>(address: string, work: () => Promise<T>): Promise<Waited<T>> {
  let isRunning = true
  let longestWait = 0
  const others = (async () => {
    while (isRunning) {
      const started = performance.now()
      await (await fetch(`${address}/healthz`)).arrayBuffer()
      longestWait = Math.max(longestWait, performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const started = performance.now()
  const result = await work().finally(() => {
    isRunning = false
  })
  const milliseconds = performance.now() - started
  await others
  return { result, milliseconds, longestWait }
}
