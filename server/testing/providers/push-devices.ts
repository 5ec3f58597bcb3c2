// For tests: a server whose devices are browsers of a stub of a push service.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import { openContext } from '#server/open-context.ts'
import type { Context } from '../../context.ts'
import { announceBells } from '../../features/notifications/devices/announce-bells.ts'
import { pushWriters } from '../../features/notifications/devices/push-writers.ts'
import { webPush } from '../../platform/ports/push/web-push.ts'
import { startPushing } from '../../platform/push/send-push.ts'
import { saveSetting } from '../../platform/settings/settings.ts'
import { endPauses } from '../queue-pauses.ts'
import { type Answer, insert, type Person, startTestServer, type TestServer } from '../test-server.ts'
import { type PushServiceStub, type StubBrowser, startPushService } from './push-service.ts'

export const devicePath = '/api/laiteilmoitukset'

export type PushServer = {
  server: TestServer
  service: PushServiceStub
  context: () => Context
  /** What was logged of sending. */
  warnings: unknown[]
  allow: (who: Person, browser: StubBrowser) => Promise<Answer>
  /** A browser in which the person allowed notifications a while ago. */
  browserOf: (who: Person) => Promise<StubBrowser>
  /** Another session of the person. */
  again: (who: Person, role: Role) => Promise<Person>
  /** Stores a notification; returns its id. */
  notify: (values: Record<string, unknown>) => Promise<string>
  /** Announces what is new in the bells, as the server does every minute. */
  ring: () => Promise<void>
  subscriptions: (who: Person) => Promise<{ endpoint: string; failures: number; last_success: string }[]>
  /** Waits until every message has been sent or given up. */
  settled: () => Promise<void>
  /** Makes the job that waits for its retry due; waits for it first. */
  retryNow: () => Promise<void>
  quiet: (from: number, to: number) => Promise<void>
  close: () => Promise<void>
}

export async function startPushServer(): Promise<PushServer> {
  const service = await startPushService()
  const server = await startTestServer({ isPushEndpoint: service.isPushEndpoint })
  // What is shown when is asked of the database's clock.
  server.clock.now = Math.floor(Date.now() / 1000)
  const { pool } = server
  const clock = () => server.clock.now
  const context = () => openContext({ pool, clock })
  const warnings: unknown[] = []
  await startPushing(server.app.jobs, {
    ...{ pool, clock, isAllowed: service.isPushEndpoint, writers: pushWriters(context()) },
    send: webPush({ keys: server.app.pushKeys, subject: async () => 'mailto:tuki@esimerkki.fi', connecting: service.connecting }),
    log: { warn: (...logged: unknown[]) => void warnings.push(logged) },
  })
  const allow: PushServer['allow'] = (who, { endpoint, keys }) => who.call('POST', devicePath, { endpoint, keys })
  const parts: PushServer = {
    ...{ server, service, context, warnings, allow },
    async browserOf(who) {
      const browser = service.subscribe(server.app.pushKeys.publicKey)
      const answer = await allow(who, browser)
      expect(answer.status, answer.text).toBe(200)
      await pool.query('UPDATE push_subscription SET created = created - 60 WHERE endpoint = $1', [browser.endpoint])
      return browser
    },
    async again(who, role) {
      const signedIn = await server.signIn(who.name, [role])
      const authorization = `Bearer ${signedIn.json<{ access_token: string }>().access_token}`
      return {
        ...who,
        authorization,
        call: (...[method, url, body, headers]) => server.call(method, url, body, { authorization, ...headers }),
      }
    },
    async notify(values) {
      const id = randomUUID()
      await insert(pool, 'notification', { id, message: 'Halli 2 on kiinni', ...values }, server.clock.now)
      return id
    },
    ring: () => announceBells(context()),
    subscriptions: async (who) => (await pool.query('SELECT * FROM push_subscription WHERE person_id = $1', [who.id])).rows,
    settled: () => expect.poll(async () => (await pool.query('SELECT FROM push_message')).rowCount).toBe(0),
    async retryNow() {
      await expect.poll(() => endPauses(pool, 'push')).toBe(1)
    },
    async quiet(from, to) {
      const by = { now: server.clock.now, kayttaja: null }
      await saveSetting(pool, 'hiljaisuus_alkaa', from, by)
      await saveSetting(pool, 'hiljaisuus_paattyy', to, by)
    },
    async close() {
      await server.close()
      await service.close()
    },
  }
  // No hour is quiet but where a test says so.
  await parts.quiet(0, 0)
  return parts
}
