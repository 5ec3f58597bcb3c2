// Every call that sets a password checks it against the rules (rules/sign-in.md#passwords).
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPasswordOf } from '../auth/new-password.ts'
import { holdWorkers } from '../testing/event-loop/held-workers.ts'
import { type Person, startTestServer, type TestServer, testPassword } from '../testing/test-server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ env: { COMPANY_NAME: 'Kuljetus Pimiäsalo Oy' } })
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

const strong = 'hiekkalaatikon reuna'
const tooEasy = 'Salasana on liian helppo arvata'
const ownName = `${tooEasy}: siinä on käyttäjän tai yrityksen nimi, tunnus tai osoite. Lisää sanoja, jotka eivät liity toisiinsa.`

type Try = (password: string) => Promise<{ status: number; body: { errors: { field: string; message: string }[] } }>
type Way = { field: string; attempt: Try }

/** A user of a customer whose company name is known to the test. */
async function customerPerson(at: TestServer = server) {
  return at.person(['asiakas'], await at.customer('Rautakoski & Pojat Oy'))
}

/** Stores a recovery link like a mailed one; returns its temporary password. */
async function recoveryLink({ pool, clock }: TestServer, userId: string): Promise<string> {
  const temporary = randomBytes(32).toString('base64url')
  const digest = createHash('sha256').update(temporary).digest()
  await pool.query('insert into salasanan_palautus (tiiviste, user_id, luotu, vanhenee) values ($1, $2, $3, $4)', [
    digest,
    userId,
    clock.now,
    clock.now + 3600,
  ])
  return temporary
}

const ways: Record<string, (at?: TestServer) => Promise<Way>> = {
  'POST /api/user': async (at = server) => {
    const boss = at === server ? admin : await at.person(['yllapito'])
    const asiakas_id = await at.customer('Rautakoski & Pojat Oy')
    const profile_fields = { field_etunimi: 'Maija', field_sukunimi: 'Meikäläinen' }
    const attempt: Try = (newPassword) => {
      const name = `uusi-${randomBytes(4).toString('hex')}`
      const person = { name, mail: `${name}@esimerkki.fi`, user_roles: ['asiakas'], asiakas_id, profile_fields }
      return boss.call('POST', '/api/user', { ...person, newPassword })
    }
    return { field: 'newPassword', attempt }
  },
  'PATCH /api/user': async (at = server) => {
    const { id, call } = await customerPerson(at)
    return {
      field: 'newPassword',
      attempt: (newPassword) => call('PATCH', '/api/user', { id, newPassword, existing_password: testPassword }),
    }
  },
  'POST /user/lost-password-reset': async (at = server) => {
    const { id, name } = await customerPerson(at)
    const temp_pass = await recoveryLink(at, id)
    return { field: 'new_pass', attempt: (new_pass) => at.call('POST', '/user/lost-password-reset', { name, temp_pass, new_pass }) }
  },
}

test.each(Object.entries(ways))('%s refuses a weak password with its sentence and field, and accepts a strong one', async (_name, make) => {
  const { field, attempt } = await make()
  const refusals: [string, string | RegExp][] = [
    ['lyhyt', 'Salasanassa on oltava vähintään 10 merkkiä.'],
    [`${strong} `.repeat(13), 'Salasanassa saa olla enintään 255 merkkiä.'],
    ['salasana123', `${tooEasy}. Lisää sanoja, jotka eivät liity toisiinsa.`],
    ['Kesäloma2025', `${tooEasy}. Lisää sanoja, jotka eivät liity toisiinsa.`],
    ['MaijaMeikalainen1', ownName],
    ['Rautakoski-2025!', ownName],
    ['Pimiäsalo-2025!', ownName],
    ['pimiasalo rautakoski', ownName],
    ['a'.repeat(128) + strong, /^Salasana on liian helppo arvata/],
  ]
  for (const [password, sentence] of refusals) {
    const { status, body } = await attempt(password)
    const message = typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)
    expect([status, body.errors], password).toEqual([422, [{ field, message }]])
  }
  expect((await attempt(strong)).status).toBe(200)
})

test('a strong password of more than 128 characters is used in full', async () => {
  const { id, call } = await customerPerson()
  const long = `${strong}, ${'vesi lainehtii vielä. '.repeat(6)}`
  expect((await call('PATCH', '/api/user', { id, newPassword: long, existing_password: testPassword })).status).toBe(200)
  expect(await isPasswordOf(server.pool, id, long)).toBe(true)
  expect(await isPasswordOf(server.pool, id, long.slice(0, 128))).toBe(false)
})

test.each(Object.entries(ways))('%s estimates a password in a worker process, and others are served meanwhile', async (_name, make) => {
  const { attempt } = await make()
  const workers = holdWorkers()
  const setting = attempt(strong)
  try {
    expect(await workers.heldBefore(setting, 'password-strength.worker.ts')).toBe('held')
    expect((await admin.call('GET', '/jsonapi/tilaus_entity/tilaus_entity')).status).toBe(200)
  } finally {
    workers.release()
  }
  expect((await setting).status).toBe(200)
})

test('without an estimate no password is accepted', async () => {
  const helpless = await startTestServer({ estimate: () => null })
  try {
    for (const [name, make] of Object.entries(ways)) {
      const { field, attempt } = await make(helpless)
      const { status, body } = await attempt(strong)
      const message = 'Salasanaa ei voitu tarkistaa juuri nyt. Yritä hetken kuluttua uudelleen.'
      expect([status, body.errors], name).toEqual([503, [{ field, message }]])
    }
    expect((await helpless.pool.query('select from salasanan_palautus where kaytetty > 0')).rowCount).toBe(0)
  } finally {
    await helpless.close()
  }
})
