import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPasswordOf } from '../auth/new-password.ts'
import { hashPassword } from '../auth/passwords.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { addUser, type NewUser } from './new-user.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const maija: Omit<NewUser, 'password'> = {
  name: 'maija',
  mail: 'maija@esimerkki.fi',
  roles: ['kuljettaja'],
  etunimi: 'Maija',
  sukunimi: 'Mäki',
}

test('a user is stored with profile and password, or not at all', async () => {
  const password = await hashPassword('hiekkalaatikon reuna', 'test')
  const { id } = await addUser(database.pool, { ...maija, password }, 1_800_000_000)
  const { rows } = await database.pool.query(
    `select u.name, u.mail, u.status, u.user_roles, u.field_fullname, u.timezone, p.name as profile, p.field_etunimi, p.field_extra
     from "user" u join profile_kuljettaja p on p.uid_id = u.id where u.id = $1`,
    [id],
  )
  expect(rows).toEqual([
    {
      ...{
        name: 'maija',
        mail: 'maija@esimerkki.fi',
        status: 1,
        user_roles: ['kuljettaja'],
        field_fullname: 'Maija Mäki',
        timezone: 'Europe/Helsinki',
      },
      ...{ profile: 'Maija Mäki', field_etunimi: 'Maija', field_extra: false },
    },
  ])
  expect(await isPasswordOf(database.pool, id, 'hiekkalaatikon reuna')).toBe(true)
  expect(await isPasswordOf(database.pool, id, 'hiekkalaatikon reunat')).toBe(false)

  const refusals: [Partial<NewUser>, string][] = [
    [{ mail: 'toinen@esimerkki.fi', name: 'MAIJA' }, 'The username MAIJA is already taken.'],
    [{ name: 'toinen', mail: 'Maija@Esimerkki.fi' }, 'The email address Maija@Esimerkki.fi is already taken.'],
    [{ name: ' ' }, 'Kenttä on pakollinen.'],
    [{ roles: ['asiakas'] }, 'Asiakas puuttuu.'],
    [{ roles: ['asiakas_yllapito'] }, 'Anna vähintään yksi rooli.'],
    [{ roles: [] }, 'Anna vähintään yksi rooli.'],
  ]
  for (const [change, message] of refusals) {
    await expect(addUser(database.pool, { ...maija, password, ...change }, 1_800_000_000)).rejects.toThrow(message)
  }
  const counts = await database.pool.query('select (select count(*)::int from "user") as u, (select count(*)::int from salasana) as s')
  expect(counts.rows).toEqual([{ u: 1, s: 1 }])
})

function runCommand(args: string[], stdin = ''): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'create-user.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.end(stdin)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}

test.each([
  ['short', 'lyhyt', 'Salasanassa on oltava vähintään 10 merkkiä.\n'],
  ['common', 'Kesäloma2025', 'Salasana on liian helppo arvata. Lisää sanoja, jotka eivät liity toisiinsa.\n'],
  ['own name', 'Pimiäsalo-2025!', expect.stringContaining('siinä on käyttäjän tai yrityksen nimi')],
])('user:create refuses a password that is weak: %s', async (_what, password, stderr) => {
  const args = ['--name', 'heikko', '--mail', 'heikko@esimerkki.fi', '--sukunimi', 'Pimiäsalo', '--password-stdin']
  expect(await runCommand(args, `${password}\n`)).toEqual({ code: 1, stdout: '', stderr })
  expect((await database.pool.query(`select from "user" where name = 'heikko'`)).rowCount).toBe(0)
})

test('user:create makes an administrator with a password that it prints once, or with the one on stdin', async () => {
  const made = await runCommand(['--name', 'pomo', '--mail', 'pomo@esimerkki.fi', '--etunimi', 'Pomo'])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const password = /Salasana \(näytetään vain nyt\): (\S{20})\n/.exec(made.stdout)?.[1] ?? ''
  const { rows } = await database.pool.query(`select id, user_roles from "user" where name = 'pomo'`)
  expect(rows[0]?.user_roles).toEqual(['yllapito'])
  expect(await isPasswordOf(database.pool, rows[0]?.id, password)).toBe(true)

  const typed = await runCommand(
    ['--name', 'ajaja', '--mail', 'a@esimerkki.fi', '--roles', 'kuljettaja,huolto', '--password-stdin'],
    'koivukuja neljätoista\n',
  )
  expect(typed).toEqual({ code: 0, stdout: 'Käyttäjä ajaja on luotu.\n', stderr: '' })
  const again = await runCommand(['--name', 'ajaja', '--mail', 'b@esimerkki.fi'])
  expect(again).toEqual({ code: 1, stdout: '', stderr: 'Käyttäjätunnus on jo käytössä\n' })
  expect((await runCommand(['--name', 'x', '--mail', 'x@esimerkki.fi', '--roles', 'keisari'])).stderr).toMatch(/^Roolia keisari ei ole/)
  expect((await runCommand(['--nimi', 'x'])).stderr).toMatch(/^Käyttö: /)
  expect((await runCommand([])).code).toBe(1)
})
