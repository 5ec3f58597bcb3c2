// Restarts a server that crashed, a bounded number of times. Runs on any Node >= 20 with nothing installed.
import { setTimeout as pause } from 'node:timers/promises'

const maxRestarts = 5
const windowMilliseconds = 5 * 60_000

/** Milliseconds before the first restart; each further one waits twice as long. */
const usualDelay = 500

/**
 * Keeps a server running until it stops by itself, is stopped by a signal to this process, or has crashed too often. `spawnServer` starts
 * it with an IPC channel, on which it sends 'ready'. A first start that fails is not retried: it would fail for the same reason.
 * @param {() => import('node:child_process').ChildProcess} spawnServer
 * @param {(line: string) => void} say
 * @param {{ firstDelay?: number }} options
 */
export function keepRunning(spawnServer, say, { firstDelay = usualDelay } = {}) {
  let child
  let wasReady = false
  const crashes = []
  const stopping = new AbortController()

  function runOnce() {
    return new Promise((resolve) => {
      child = spawnServer()
      child.on('message', (message) => {
        if (message === 'ready') wasReady = true
      })
      child.on('error', (error) => resolve({ code: 1, signal: null, message: error.message }))
      child.on('exit', (code, signal) => resolve({ code, signal }))
    })
  }

  async function run() {
    for (;;) {
      const { code, signal, message } = await runOnce()
      if (message) say(message)
      const exitCode = code ?? (isStop(signal) ? 0 : 1)
      const crashed = wasReady && !stopping.signal.aborted && !isStop(signal) && code !== 0
      if (!crashed) return exitCode
      const now = Date.now()
      crashes.push(now)
      const recent = crashes.filter((at) => now - at < windowMilliseconds).length
      const how = signal ? `signaali ${signal}` : `koodi ${code}`
      if (recent > maxRestarts) {
        say(`Palvelin kaatui taas (${how}). Sitä ei käynnistetä enää, koska se on kaatunut ${recent} kertaa viidessä minuutissa.`)
        return exitCode
      }
      const delay = firstDelay * 2 ** (recent - 1)
      say(
        `Palvelin kaatui (${how}). Se käynnistetään uudelleen ${(delay / 1000).toLocaleString('fi-FI')} sekunnin kuluttua (${recent}/${maxRestarts}).`,
      )
      await pause(delay, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return 0
    }
  }

  return {
    ended: run(),
    stop(signal) {
      stopping.abort()
      child?.kill(signal)
    },
  }
}

const isStop = (signal) => signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP'
