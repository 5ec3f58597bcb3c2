import { execFile, type SpawnOptions, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** The user that a child process runs as; undefined keeps that of node. */
export interface Identity {
  uid: number
  gid: number
}

/** PG* variables of the caller's shell must not affect our own cluster, nor its locale the messages that we parse. */
const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** A separate session, so that Ctrl-C in the terminal reaches only node, which stops PostgreSQL after closing its connections. */
export function spawnOptions(identity: Identity | undefined, cwd: string): SpawnOptions {
  return { ...identity, cwd, env: environment, detached: true }
}

/** Runs a command and returns its exit code and output; the code is -1 when it cannot be started. */
export function run(command: string, args: string[], identity?: Identity): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...spawnOptions(identity, '/'), stdio: ['ignore', 'pipe', 'pipe'] })
    const parts: string[] = []
    child.stdout?.on('data', (data) => parts.push(String(data)))
    child.stderr?.on('data', (data) => parts.push(String(data)))
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? -1, output: parts.join('') }))
  })
}

/** False for a zombie (ended, but not yet waited for by its parent), although the kernel still accepts signals for it. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat === undefined || !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
}

/** Identifies a process, whose pid may be reused by another one after it has ended. */
export type ProcessMark = {
  pid: number
  /** In ticks since the machine started; '' where the system does not report it (other than Linux), and then only the pid is compared. */
  startedAt: string
}

export async function markOf(pid: number): Promise<ProcessMark> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Field 22; the name in parentheses before it may hold spaces (proc_pid_stat(5)).
  return { pid, startedAt: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '' }
}

/** False also when the pid now belongs to another process. */
export async function isStillAlive({ pid, startedAt }: ProcessMark): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  return startedAt === '' || (await markOf(pid)).startedAt === startedAt
}

/** Signals the process and waits for its end; false when it is still alive. A process that has reused its pid is left alone. */
export async function endProcess(mark: ProcessMark, name: NodeJS.Signals, milliseconds: number): Promise<boolean> {
  if (await isStillAlive(mark)) signal(mark.pid, name)
  const end = performance.now() + milliseconds
  while (await isStillAlive(mark)) {
    if (performance.now() > end) return false
    await pause(20)
  }
  return true
}

export async function waitForEnd(pids: number[], milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds
  for (;;) {
    const alive = await Promise.all(pids.map(isAlive))
    if (!alive.includes(true)) return true
    if (performance.now() > end) return false
    await pause(20)
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}

async function commandLines(): Promise<{ pid: number; command: string }[]> {
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
    const read = async (pid: number) => ({ pid, command: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') })
    return Promise.all(pids.map(read))
  }
  const listing = await new Promise<string>((resolve) => {
    execFile('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 1e8 }, (_error, stdout) => resolve(stdout))
  })
  return listing.split('\n').map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, '') }))
}

/**
 * The live processes of the cluster of that name. They are recognised by their titles, not by their working folders, because
 * root in a container may not look at another user's /proc/…/cwd.
 */
export async function clusterProcesses(name: string): Promise<{ postmasters: number[]; children: number[] }> {
  const lines = await commandLines()
  const pick = async (fits: (command: string) => boolean) => {
    const pids = lines.filter((line) => fits(line.command)).map((line) => line.pid)
    const alive = await Promise.all(pids.map(isAlive))
    return pids.filter((_pid, index) => alive[index])
  }
  return {
    postmasters: await pick((command) => command.includes(`cluster_name=${name}`)),
    children: await pick((command) => command.startsWith(`postgres: ${name}: `)),
  }
}

/**
 * Backends of a dead postmaster hold its shared memory, and PostgreSQL refuses to start while they run. Idle ones exit by themselves;
 * one that runs a statement is terminated. Killing them is safe: their transactions have not been acknowledged.
 */
export async function endOrphans(pids: number[]): Promise<void> {
  if (pids.length === 0 || (await waitForEnd(pids, 300))) return
  for (const pid of pids) signal(pid, 'SIGQUIT')
  if (await waitForEnd(pids, 1000)) return
  for (const pid of pids) signal(pid, 'SIGKILL')
  await waitForEnd(pids, 5000)
}
