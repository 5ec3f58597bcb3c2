// `npm start`: installs and builds what is missing, then runs the server. `--dev` (npm run dev): the server starts again at each
// change, and Vite serves the web app. Runs on any Node >= 20 with nothing installed.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { childEnvironment, ensureInstalled, ensureWebBuilt, pinnedNode, root } from './prepare.mjs'
import { serverEnvironment, serverFlags } from './server-flags.mjs'

const isDev = process.argv.includes('--dev')

/** A session of its own: a Ctrl-C in the terminal comes to this process alone, and goes on to the server exactly once. */
function run(args, env) {
  return spawn(pinnedNode(), args, { cwd: root, env, stdio: 'inherit', detached: process.platform !== 'win32' })
}

function finish(children) {
  let asked = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // npm and the terminal both send it; only a person asks again a second later.
      const now = Date.now()
      if (now - asked < 1000) return
      asked = now
      for (const child of children) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
  const codes = children.map(
    (child) =>
      new Promise((resolve) => {
        child.on('error', (error) => {
          console.error(error.message)
          resolve(1)
        })
        child.on('exit', (code, signal) => {
          // One that ends takes the others with it.
          for (const other of children) if (other !== child) other.kill('SIGTERM')
          resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1))
        })
      }),
  )
  return Promise.all(codes)
}

async function main() {
  ensureInstalled()
  const env = { ...childEnvironment(), ...serverEnvironment }
  if (!isDev) ensureWebBuilt()
  const server = run([...(isDev ? ['--watch', '--watch-preserve-output'] : []), ...serverFlags, join('server', 'main.ts')], env)
  const children = isDev ? [server, run([join('tools', 'dev-web.mjs')], env)] : [server]
  const codes = await finish(children)
  process.exitCode = codes.find((code) => code !== 0) ?? 0
}

main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
