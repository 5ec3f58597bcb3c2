// One server for the test files of a worker process. What one file has stored is there for the next one, so a file that uses it makes customers,
// people and rows of its own and asks about these alone. A file that changes settings or the clock, counts all rows of a table, or gives its server
// options starts a server of its own.
import { type Person, startTestServer, type TestServer } from './test-server.ts'

/** Nobody closes it: it ends with its process. */
export type SharedServer = Omit<TestServer, 'close' | 'clock'> & { clock: Readonly<TestServer['clock']> }

let started: Promise<SharedServer> | undefined

export function sharedServer(): Promise<SharedServer> {
  started ??= startTestServer()
  return started
}

type SharedServerWithUsers = { server: SharedServer; admin: Person; customer: Person; driver: Person }

/** The shared server with one new person of each role that works with orders. */
export async function sharedServerWithUsers(customerName?: string): Promise<SharedServerWithUsers> {
  const server = await sharedServer()
  return {
    server,
    admin: await server.person(['yllapito']),
    customer: await server.person(['asiakas'], await server.customer(customerName)),
    driver: await server.person(['kuljettaja']),
  }
}
