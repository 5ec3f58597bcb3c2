// The fixture of the access tests: two customers with one row of each entity, and a viewer of the role.
import { randomUUID } from 'node:crypto'
import type { ProfileKind, Role } from '#domain/access/roles.ts'
import { type EntityName, entityNames } from '#domain/model/registry.ts'
import type { SharedServer } from '../shared-server.ts'
import { insert } from '../test-server.ts'
import type { AccessFixture, Pair, RowSource } from './access-entry.ts'
import { accessMatrix } from './access-matrix.ts'

const pullakaappi = 1
const atego = 2

export async function makeAccessFixture(server: SharedServer, role: Role): Promise<AccessFixture> {
  const customer = { own: await server.customer(), other: await server.customer() }
  const heldRoles: Role[] = role === 'asiakas_yllapito' ? ['asiakas', 'asiakas_yllapito'] : [role]
  const isCustomer = role === 'asiakas' || role === 'asiakas_yllapito'
  const viewer = await server.person(heldRoles, isCustomer ? customer.own : undefined)
  const add = async (name: EntityName, values: Record<string, unknown>): Promise<string> => {
    const id = randomUUID()
    await insert(server.pool, name, { ...values, id }, server.clock.now)
    return id
  }
  const user = (roles: Role[]) => {
    const name = `nimi-${randomUUID().slice(0, 12)}`
    return add('user', { name, mail: `${name}@esimerkki.fi`, user_roles: roles, field_fullname: name })
  }
  const profileOf: RowSource['profileOf'] = async (kind, uid, values = {}) => {
    const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM profile_${kind} WHERE uid_id = $1`, [uid])
    return rows[0]?.id ?? add(`profile_${kind}`, { uid_id: uid, field_etunimi: 'Aino', ...values })
  }
  const orderNumber = async () => {
    const { rows } = await server.pool.query<{ n: string }>(
      `UPDATE numerosarja SET seuraava = seuraava + 1 WHERE nimi = 'tilaus.tilausnro' RETURNING seuraava - 1 AS n`,
    )
    return rows[0]?.n ?? ''
  }
  const types = await server.pool.query<{ id: string }>(
    'SELECT id FROM tuntituote_tyyppi WHERE drupal_internal__id = ANY($1) ORDER BY drupal_internal__id',
    [[pullakaappi, atego]],
  )
  const pairOf = async (kind: ProfileKind): Promise<Pair> => ({
    own: role === kind ? viewer.id : await user([kind]),
    other: await user([kind]),
  })
  const people = { kuljettaja: await pairOf('kuljettaja'), asiakas: await pairOf('asiakas'), yllapito: await pairOf('yllapito') }
  const driver = people.kuljettaja
  const worker = { own: role === 'huolto' ? viewer.id : driver.own, other: driver.other }
  const stranger = await user([role])
  // The other side is meant for a role that the viewer does not have.
  const meantFor: Record<keyof Pair, Role[]> = { own: [role], other: [isCustomer ? 'kuljettaja' : 'asiakas'] }

  async function side(which: keyof Pair): Promise<Map<EntityName, string>> {
    const made = new Map<EntityName, Promise<string>>()
    const source: RowSource = {
      add,
      idOf: (name) => {
        const id = made.get(name) ?? accessMatrix[name].row(source)
        made.set(name, id)
        return id
      },
      orderNumber,
      profileOf,
      customer: customer[which],
      people: { kuljettaja: driver[which], asiakas: people.asiakas[which], yllapito: people.yllapito[which] },
      worker: worker[which],
      otherDriver: driver.other,
      viewer: which === 'own' ? viewer.id : stranger,
      meantFor: meantFor[which],
      hourlyType: types.rows[which === 'own' ? 0 : 1]?.id ?? '',
      visitingAddress: await add('postiosoite', { asiakas_id: customer[which], name: 'Konttori' }),
    }
    const ids = new Map<EntityName, string>()
    for (const name of entityNames) ids.set(name, await source.idOf(name))
    await server.pool.query('UPDATE asiakas SET kayntiosoite_id = $2, nouto_osoite_ids = $3 WHERE id = $1', [
      customer[which],
      source.visitingAddress,
      [ids.get('postiosoite')],
    ])
    return ids
  }
  const printOf = async (tekija: string): Promise<string> => {
    const id = randomUUID()
    await server.pool.query(
      `INSERT INTO taustatyo (id, laji, tekija_id, syote, tila, luotu, paattynyt) VALUES ($1, 'rahtikirjat', $2, '{}', 'peruttu', 1, 1)`,
      [id, tekija],
    )
    return id
  }
  const print = { own: await printOf(viewer.id), other: await printOf(await user(heldRoles)) }
  const unreadFor = (which: keyof Pair) => add('dokumentti', { name: 'Lukematon', roolit: meantFor[which] })
  const unread = { own: await unreadFor('own'), other: await unreadFor('other') }
  const own = await side('own')
  const other = await side('other')
  // The viewer's own row, except for roles that manage other users.
  if (role === 'kuljettaja' || role === 'huolto') own.set('user', viewer.id)
  if (role === 'huolto') {
    own.set('profile_kuljettaja', await profileOf('kuljettaja', viewer.id))
    own.set('file', await add('file', { name: 'oma.jpg', filename: 'oma.jpg', lisaaja_id: viewer.id }))
  }
  const rows = Object.fromEntries(entityNames.map((name) => [name, { own: own.get(name), other: other.get(name) }]))
  return {
    role,
    viewer,
    rows: rows as Record<EntityName, Pair>,
    customer,
    driver,
    worker,
    unread,
    waybill: { own: '', other: '' },
    print,
    loose: () => user([]),
  }
}
