// One server for the test files of a worker process. What one file has stored is there for the next one, so a file that uses it makes customers,
// people and rows of its own and asks about these alone. A file that changes settings or the clock, counts all rows of a table, or gives its server
// options starts a server of its own.
import { addUsers, startTestServer, type TestServer } from './test-server.ts'

/** Nobody closes it: it ends with its process. */
export type SharedServer = Omit<TestServer, 'close' | 'clock'> & { clock: Readonly<TestServer['clock']> }

let started: Promise<SharedServer> | undefined

export function sharedServer(): Promise<SharedServer> {
  started ??= startTestServer()
  return started
}

/** The shared server with new people. */
export async function sharedServerWithUsers(
  customerName?: string,
): Promise<Awaited<ReturnType<typeof addUsers>> & { server: SharedServer }> {
  const server = await sharedServer()
  return { server, ...(await addUsers(server, customerName)) }
}
