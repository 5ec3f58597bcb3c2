import { type ChildProcess, fork } from 'node:child_process'

/** Of the server's environment a process gets no more than how to start: no secrets. */
const passedOn = ['PATH', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX'] as const

/** A program of our own in a process of its own: its memory is bounded by `flags`, and goes with it (decision 21). */
export const forkProgram = (program: URL, flags: readonly string[]): ChildProcess =>
  fork(program, {
    execArgv: [...flags],
    env: Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    // Bytes go as bytes.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
