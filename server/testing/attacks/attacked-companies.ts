// Two customers on one server: the attacker administers the first one, and everything of the second one contains the secret word.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { assignDriver, placeOrder } from '../deliveries.ts'
import { type Answer, insert, type Person, startTestServer, type TestServer } from '../test-server.ts'

/** In every text of the attacked customer. */
export const secretWord = 'Salakari'

export const pathOf = (name: EntityName): string => `/jsonapi/${registry[name].group}/${registry[name].bundle}`
export const typeOf = (name: EntityName): string => registry[name].type

/** Of a customer; each of its rows by its entity. */
type Company = {
  id: string
  administrator: Person
  member: Person
  rows: Readonly<
    Record<
      | 'asiakas'
      | 'postiosoite'
      | 'laskutusosoite_email'
      | 'laskutusosoite_posti'
      | 'laskutusosoite_verkkolasku'
      | 'yhteyshenkilo'
      | 'tuote'
      | 'tilaus'
      | 'lahetys'
      | 'file'
      | 'user'
      | 'profile_asiakas',
      string
    >
  >
}
export type CompanyEntity = keyof Company['rows']

export type AttackedCompanies = {
  server: TestServer
  admin: Person
  driver: Person
  /** The customer administrator of `own`. */
  attacker: Person
  own: Company
  other: Company
  close: () => Promise<void>
}

async function makeCompany(server: TestServer, { admin, driver }: { admin: Person; driver: Person }, word: string): Promise<Company> {
  const { pool } = server
  const id = await server.customer(`${word} Oy`)
  const administrator = await server.person(['asiakas', 'asiakas_yllapito'], id)
  const member = await server.person(['asiakas'], id)
  await pool.query('UPDATE "user" SET field_fullname = $2 WHERE id = $1', [member.id, `${word} Jäsen`])
  const add = async (name: EntityName, values: Record<string, unknown>) => {
    const row = randomUUID()
    await insert(pool, name, { id: row, asiakas_id: id, ...values })
    return row
  }
  const postiosoite = await add('postiosoite', { name: `${word} varasto`, field_osoite_1: `${word}katu 1`, field_postitoimipaikka: word })
  const { id: tilaus, shipments } = await placeOrder(member, [{ viite: word, toimitus_nimi: word }])
  const [lahetys = ''] = shipments
  await assignDriver(admin, driver, shipments)
  const file = randomUUID()
  await insert(pool, 'file', { id: file, filename: `${word}.png`, uri: `/file/${file}`, filemime: 'image/png', asiakas_id: id })
  const { rows: profiles } = await pool.query<{ id: string }>('SELECT id FROM profile_asiakas WHERE uid_id = $1', [member.id])
  return {
    id,
    administrator,
    member,
    rows: {
      asiakas: id,
      postiosoite,
      laskutusosoite_email: await add('laskutusosoite_email', {
        field_sahkopostiosoite: `${word.toLowerCase()}@esimerkki.fi`,
        oletus: true,
      }),
      laskutusosoite_posti: await add('laskutusosoite_posti', { field_osoite_1: `${word}kuja 2` }),
      laskutusosoite_verkkolasku: await add('laskutusosoite_verkkolasku', { field_valittaja: word }),
      yhteyshenkilo: await add('yhteyshenkilo', { etunimi: word, sukunimi: word, email: `${word.toLowerCase()}@esimerkki.fi` }),
      tuote: await add('tuote', { name: `${word} lava` }),
      tilaus,
      lahetys,
      file,
      user: member.id,
      profile_asiakas: profiles[0]?.id ?? '',
    },
  }
}

export async function startAttackedCompanies(): Promise<AttackedCompanies> {
  const server = await startTestServer()
  const staff = { admin: await server.person(['yllapito']), driver: await server.person(['kuljettaja']) }
  const own = await makeCompany(server, staff, 'Koivisto')
  const other = await makeCompany(server, staff, secretWord)
  return { server, ...staff, attacker: own.administrator, own, other, close: () => server.close() }
}

/** Technical tables that an attack might reach, beside the entities. */
const technicalTables = [
  'asetus',
  'asetusmuutos',
  'lahteva_posti',
  'lahteva_tekstiviesti',
  'seurantalinkki',
  'taustatyo',
  'tuonti',
  'revisio',
  'ohitettu_tapahtuma',
]

/** A digest of everything that is stored. */
async function stored({ pool }: TestServer): Promise<Record<string, string>> {
  const tables = [...entityNames, ...technicalTables]
  const parts = tables.map(
    (name) => `SELECT '${name}' AS name, md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS digest FROM "${name}" t`,
  )
  const { rows } = await pool.query<{ name: string; digest: string }>(parts.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** The text of an answer, without the address of the request that a list repeats. */
const saidIn = ({ text, body }: Answer): string => (body?.links ? JSON.stringify({ ...body, links: null }) : text).toLowerCase()

/** Runs the attack; afterwards nothing has changed, and no answer contains anything of the other customer. */
export async function attack({ server }: AttackedCompanies, calls: () => Promise<readonly Answer[]>): Promise<readonly Answer[]> {
  const before = await stored(server)
  const answers = await calls()
  expect(await stored(server)).toEqual(before)
  for (const answer of answers) expect(saidIn(answer)).not.toContain(secretWord.toLowerCase())
  return answers
}

export const statusesOf = (answers: readonly Answer[]): number[] => [...new Set(answers.map(({ status }) => status))].sort()

export const entitiesOf = ({ rows }: Company): CompanyEntity[] => Object.keys(rows) as CompanyEntity[]
/** Entities whose rows name their customer, and that customers' administrators write. */
export const owned = [
  'postiosoite',
  'laskutusosoite_email',
  'laskutusosoite_posti',
  'laskutusosoite_verkkolasku',
  'yhteyshenkilo',
  'tuote',
] as const
/** Entities of which a customer lists its own rows. */
export const lists = [...owned, 'tilaus', 'lahetys'] as const

export const all = <T>(list: readonly T[], work: (one: T) => Promise<Answer>): Promise<Answer[]> => Promise.all(list.map(work))
export const linkTo = (name: CompanyEntity, id: string) => ({ data: { type: typeOf(name), id } })
export const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString()
