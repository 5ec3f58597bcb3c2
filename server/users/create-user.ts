// `npm run user:create`: makes a user who can sign in, such as the first administrator. Uses the PostgreSQL of a running server, or
// starts it for the duration of the command.
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { type Role, roles } from '#domain/access/roles.ts'
import { RequestFault, userSaveMessage } from '#domain/errors.ts'
import { estimatePassword } from '#domain/features/users/password-strength.ts'
import { acceptPassword, storedOwnTexts } from '../auth/new-password.ts'
import { readConfig } from '../config.ts'
import { runCommand, UsageError, withDatabase } from '../platform/database/command.ts'
import { addUser } from './new-user.ts'

const usage = `Käyttö: npm run user:create -- --name tunnus --mail osoite [--roles ${roles.join(',')}]
  [--etunimi …] [--sukunimi …] [--asiakas A-12] [--password-stdin]
Puuttuvat kysytään päätteellä. Ilman salasanaa se arvotaan ja tulostetaan kerran. Oletusrooli on yllapito.`

type Answers = { prompt: (question: string) => Promise<string>; promptSecret: (question: string) => Promise<string>; close: () => void }

/** Prompts on the terminal; `promptSecret` does not show what is typed. */
function openTerminal(): Answers {
  let hidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) process.stderr.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  return {
    prompt: (question) => terminal.question(question),
    async promptSecret(question) {
      process.stderr.write(question)
      hidden = true
      const answer = await terminal.question('')
      hidden = false
      process.stderr.write('\n')
      return answer
    },
    close: () => terminal.close(),
  }
}

async function readFirstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.split(/\r?\n/, 1)[0] ?? ''
}

function readRoles(text: string): Role[] {
  return text.split(',').map((name) => {
    const role = roles.find((known) => known === name.trim())
    if (!role) throw new UsageError(`Roolia ${name.trim()} ei ole. Roolit: ${roles.join(', ')}.`)
    return role
  })
}

async function readWishes(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { name: text, mail: text, roles: text, etunimi: text, sukunimi: text, asiakas: text, 'password-stdin': { type: 'boolean' } },
  })
  const input = { ...values, password: values['password-stdin'] ? await readFirstLine() : undefined }
  const terminal = process.stdin.isTTY && !values['password-stdin'] ? openTerminal() : null
  try {
    const name = input.name ?? (await terminal?.prompt('Käyttäjätunnus: '))
    const mail = input.mail ?? (await terminal?.prompt('Sähköposti: '))
    if (!name || !mail) throw new UsageError(usage)
    const password = input.password ?? (await terminal?.promptSecret('Salasana (tyhjä: arvotaan): ')) ?? ''
    return { ...input, name, mail, roles: readRoles(input.roles ?? 'yllapito'), password }
  } finally {
    terminal?.close()
  }
}

async function findCustomer(pool: Pool, tunniste: string): Promise<string> {
  const number = /^A-(\d{1,15})$/i.exec(tunniste)?.[1]
  if (!number) throw new UsageError('Anna asiakas tunnisteena, esimerkiksi A-12.')
  const { rows } = await pool.query<{ id: string }>('select id from asiakas where drupal_internal__id = $1', [number])
  if (!rows[0]) throw new UsageError(`Asiakasta ${tunniste} ei ole.`)
  return rows[0].id
}

runCommand(usage, async (args) => {
  const wishes = await readWishes(args)
  await withDatabase(async (pool, now) => {
    const password = wishes.password || randomBytes(15).toString('base64url')
    const asiakasId = wishes.asiakas ? await findCustomer(pool, wishes.asiakas) : undefined
    const { name, mail, etunimi = '', sukunimi = '' } = wishes
    const customers = await storedOwnTexts(pool, asiakasId ? { asiakasId } : {})
    const ownTexts = [name, mail, etunimi, sukunimi, ...customers, readConfig(process.env).companyName]
    try {
      const hash = await acceptPassword(estimatePassword, { password, ownTexts, client: 'server' })
      const user = { name, mail, roles: wishes.roles, etunimi, sukunimi, password: hash }
      await addUser(pool, asiakasId ? { ...user, asiakasId } : user, now)
    } catch (error) {
      throw error instanceof RequestFault ? new UsageError(userSaveMessage(error.message)) : error
    }
    console.log(`Käyttäjä ${name} on luotu.`)
    if (!wishes.password) console.log(`Salasana (näytetään vain nyt): ${password}`)
  })
})
