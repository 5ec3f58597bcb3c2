// Attack: a stranger sends 130 sign-ins at a time and guesses tracking links. Users at other addresses must be able to sign in: within a
// second in `npm run soak`, which runs it for longer (ATTACK_SECONDS).
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, testPassword } from '../test-server.ts'
import { type AttackedServer, othersDuring, soakSeconds, startAttackedServer } from './attacked-server.ts'

const testServer = await startTestServer()
testServer.clock.now = Math.floor(Date.now() / 1000)
const admin = await testServer.person(['yllapito'])
let server: AttackedServer
let client: Record<string, string>
beforeAll(async () => {
  server = await startAttackedServer(testServer.databaseUrl)
  const { clients } = await (await fetch(`${server.address}/config.json`)).json()
  client = { client_id: 'kuorma-yllapito', client_secret: clients['kuorma-yllapito'] }
})
afterAll(async () => {
  await server.stop()
  await testServer.close()
})

async function send(url: string, from: string, body: URLSearchParams | string): Promise<Response> {
  const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  const answer = await fetch(`${server.address}${url}`, { method: 'POST', body, headers: { 'x-forwarded-for': from, ...type } })
  await answer.clone().arrayBuffer()
  return answer
}
const signIn = (from: string, username: string, password: string) =>
  send('/oauth/token', from, new URLSearchParams({ ...client, grant_type: 'password', username, password }))

async function signInAsAdmin(round: number): Promise<void> {
  const answer = await signIn(`198.51.100.${round % 250}`, admin.name, testPassword)
  expect(answer.status, await answer.text()).toBe(200)
}

function count(answers: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('130 sign-ins at once from one address are limited, and others sign in meanwhile', {
  timeout: (soakSeconds + 90) * 1000,
}, async () => {
  const answers: Response[] = []
  let address = 0
  const flood = async (isOver: () => boolean): Promise<void> => {
    do {
      // A new address for each wave, so that the limit of an address within a minute does not stop the attack.
      const from = `203.0.113.${++address % 250}`
      answers.push(...(await Promise.all(Array.from({ length: 130 }, (_, index) => signIn(from, `nimi${index}`, 'arvaan-vain-jotain')))))
    } while (!isOver())
  }
  const send = async (round: number): Promise<void> => {
    if (round % 2 === 0) await signInAsAdmin(round)
    const answer = await fetch(`${server.address}/jsonapi`, { headers: { authorization: admin.authorization } })
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
  }
  await othersDuring(flood, send)
  const counts = count(answers)
  expect(Object.keys(counts).sort()).toEqual(['401', '429'])
  // Of each wave the limit within a minute admits sixty, and the queue twenty of those.
  expect(counts[429]).toBeGreaterThanOrEqual((answers.length * 70) / 130)
  for (const answer of answers) if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('sign-ins from many addresses of a few networks do not take the places of others', {
  timeout: (soakSeconds + 90) * 1000,
}, async () => {
  const answers: Response[] = []
  let wave = 0
  const flood = async (isOver: () => boolean): Promise<void> => {
    do {
      wave++
      // Ten /64 in each of eight /48, five sign-ins from each: twice the length of the queue, as it is emptied meanwhile.
      const sent = Array.from({ length: 400 }, (_, index) => {
        const network = `2001:db8:${(index % 8).toString(16)}:${(wave * 10 + (Math.floor(index / 8) % 10)).toString(16)}`
        return signIn(`${network}::1`, `nimi${index}`, 'arvaan-vain-jotain')
      })
      answers.push(...(await Promise.all(sent)))
    } while (!isOver())
  }
  await othersDuring(flood, async (round) => {
    if (round % 2 === 0) await signInAsAdmin(round)
  })
  const counts = count(answers)
  // The queue has been full.
  expect((counts[429] ?? 0) + (counts[503] ?? 0)).toBeGreaterThan(0)
})

test('a sign-in from elsewhere does not wait for a queue of others', async () => {
  const ended: string[] = []
  const guesses = Array.from({ length: 40 }, async (_, index) => {
    ended.push(String((await signIn('203.0.113.252', `nimi${index}`, 'arvaan-vain-jotain')).status))
  })
  const own = signInAsAdmin(1).then(() => ended.push('own'))
  await Promise.all([...guesses, own])
  const checked = ended.filter((one) => one === '401').length
  expect(checked).toBeGreaterThan(10)
  expect(ended.slice(0, ended.indexOf('own')).filter((one) => one === '401').length).toBeLessThan(checked / 2)
})

test('of 400 guesses at a tracking link 240 are processed', async () => {
  const guess = () => send('/api/seuranta', '203.0.113.251', JSON.stringify({ avain: randomBytes(24).toString('base64url') }))
  const answers = await Promise.all(Array.from({ length: 400 }, guess))
  expect(count(answers)[429]).toBeGreaterThanOrEqual(160)
  expect((await send('/api/seuranta', '198.51.100.1', '{}')).status).not.toBe(429)
})
