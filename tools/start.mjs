// `npm start`: installs and builds what is missing, then runs the server. `--dev` (npm run dev): the server restarts after each
// change, and Vite serves the web app. Runs on any Node >= 20 with nothing installed.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { keepRunning } from './keep-running.mjs'
import { childEnvironment, ensureInstalled, ensureWebBuilt, pinnedNode, root } from './prepare.mjs'
import { serverEnvironment, serverFlags } from './server-flags.mjs'

const isDev = process.argv.includes('--dev')

/** In a separate session: only this process gets a Ctrl-C from the terminal, and it passes the signal to the server exactly once. */
function spawnNode(args, env, { ipc = false } = {}) {
  const stdio = ipc ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
  return spawn(pinnedNode(), args, { cwd: root, env, stdio, detached: process.platform !== 'win32' })
}

/** A process that is not restarted here: in development Node's --watch does that. */
function runOnce(args, env) {
  const child = spawnNode(args, env)
  let isStopping = false
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    // Node's --watch exits with its own code when it is stopped.
    child.on('exit', (code) => resolve(isStopping ? 0 : (code ?? 1)))
  })
  return {
    ended,
    stop(signal) {
      isStopping = true
      child.kill(signal)
    },
  }
}

/** Passes signals on, and ends all processes when one ends. */
function finish(processes) {
  let signalledAt = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // npm and the terminal both send the signal; another one a second later was sent by a person.
      const now = Date.now()
      if (now - signalledAt < 1000) return
      signalledAt = now
      for (const one of processes) one.stop(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
  for (const one of processes) one.ended.then(() => processes.filter((other) => other !== one).map((other) => other.stop('SIGTERM')))
  return Promise.all(processes.map(({ ended }) => ended))
}

async function main() {
  ensureInstalled()
  const env = { ...childEnvironment(), ...serverEnvironment }
  const server = [...serverFlags, join('server', 'main.ts')]
  if (!isDev) ensureWebBuilt()
  const codes = await finish(
    isDev
      ? [runOnce(['--watch', '--watch-preserve-output', ...server], env), runOnce([join('tools', 'dev-web.mjs')], env)]
      : [keepRunning(() => spawnNode(server, env, { ipc: true }), console.error)],
  )
  process.exitCode = codes.find((code) => code !== 0) ?? 0
}

main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
