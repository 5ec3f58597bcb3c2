import { setImmediate as nextTick } from 'node:timers/promises'
import type { Random } from '#server/demo/random.ts'
import type { KillableServer } from '../killable-server.ts'

/** Kills the server `turns` turns of the event loop after the `after`th happening since the kill before. */
export type ServerKill = { server: number; after: number; turns: number }
export type ServerKills = {
  /** Something happened at which a server may be killed. */
  happened: () => void
  count: () => number
  /** Kills no more, and waits until all servers are up. */
  stop: () => Promise<void>
  isUp: (server: KillableServer) => boolean
}

/** Every 2–`maxApart` happenings. */
export const randomServerKills = (random: Random, { kills, maxApart }: { kills: number; maxApart: number }): ServerKill[] =>
  Array.from({ length: kills }, () => ({ server: random.pick([0, 1]), after: random.between(2, maxApart), turns: random.between(0, 60) }))

type Options = { servers: readonly KillableServer[]; kills: readonly ServerKill[]; say: (line: string) => void }

/** Kills servers with -9 and starts them again; never the last one that is up, so a kill may come later than planned. */
export function serverKills({ servers, kills, say }: Options): ServerKills {
  const down = new Map<KillableServer, Promise<void>>()
  let done = 0
  let since = 0
  let isStopped = false

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
      const kill = kills[done]
      const server = kill && servers[kill.server]
      if (isStopped || !kill || !server || ++since < kill.after || down.size >= servers.length - 1) return
      since = 0
      done++
      down.set(server, killAndRestart(server, kill.turns))
    },
    count: () => done,
    async stop() {
      isStopped = true
      await Promise.all(down.values())
    },
    isUp: (server) => !down.has(server),
  }
}
