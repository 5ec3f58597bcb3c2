// Loaded into every worker process before its programs (--import). A thread beside them ends the process when it takes more
// memory than it may, or when its server has ended. V8's own limit covers the heap alone: buffers and libraries are outside it.
import { isMainThread, Worker, workerData } from 'node:worker_threads'

const checkMilliseconds = 100

if (isMainThread) {
  const thread = new URL(import.meta.url)
  const maxBytes = Number(thread.searchParams.get('megabytes')) * 1024 * 1024
  new Worker(thread, {
    workerData: { maxBytes, server: process.ppid },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  }).unref()
} else {
  const { maxBytes, server } = workerData
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes || process.ppid !== server) process.kill(process.pid, 'SIGKILL')
  }, checkMilliseconds)
}
