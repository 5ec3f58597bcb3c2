import { setImmediate as nextTick } from 'node:timers/promises'
import type { Random } from '#server/demo/random.ts'
import type { KillableServer } from '../killable-server.ts'

export type RandomKills = {
  /** Something happened at which a server may be killed. */
  happened: () => void
  count: () => number
  /** Kills no more, and waits until all servers are up. */
  stop: () => Promise<void>
  isUp: (server: KillableServer) => boolean
}

type Options = { random: Random; servers: readonly KillableServer[]; kills: number; maxApart: number; say: (line: string) => void }

/**
 * Kills one of the servers with -9 some turns of the event loop after every 2–`maxApart` happenings, and starts it again; never the last one
 * that is up.
 */
export function randomKills({ random, servers, kills, maxApart, say }: Options): RandomKills {
  const down = new Map<KillableServer, Promise<void>>()
  let done = 0
  let isStopped = false
  let left = random.between(2, maxApart)

  async function killAndRestart(server: KillableServer, turns: number): Promise<void> {
    for (let waited = 0; waited < turns; waited++) await nextTick()
    server.kill('server')
    const started = performance.now()
    await server.recover('server')
    down.delete(server)
    say(`server ${servers.indexOf(server) + 1} killed, up again in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }

  return {
    happened() {
      if (isStopped || done >= kills || --left > 0 || down.size >= servers.length - 1) return
      left = random.between(2, maxApart)
      done++
      const server = random.pick(servers)
      down.set(server, killAndRestart(server, random.between(0, 60)))
    },
    count: () => done,
    async stop() {
      isStopped = true
      await Promise.all(down.values())
    },
    isUp: (server) => !down.has(server),
  }
}
