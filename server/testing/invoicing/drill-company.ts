// The database of a drill: administrators, customers and delivered orders.
import type { Pool } from 'pg'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Random } from '#server/demo/random.ts'
import { addUser } from '#server/users/new-user.ts'
import { billedCustomer, insertDeliveredOrder } from './invoices.ts'

export const staffPassword = 'Lasku-lahti-vain-kerran-7'
export const staffNames = ['laskuttaja1', 'laskuttaja2'] as const
export const closedCustomer = 'Suljettu Tili Oy'

export async function addStaff(pool: Pool): Promise<void> {
  const password = await hashPassword(staffPassword, 'test')
  const now = Math.floor(Date.now() / 1000)
  for (const name of staffNames)
    await addUser(
      pool,
      { name, mail: `${name}@kuorma.example`, password, roles: ['yllapito'], etunimi: 'Laura', sukunimi: 'Laskuttaja' },
      now,
    )
}

/**
 * Delivered orders of two customers who are invoiced by order; one in twenty of a customer whose month is one invoice, and one in twenty of one
 * that Fivaldi has closed. Returns their ids.
 */
export async function addOrders(pool: Pool, { random, count }: { random: Random; count: number }): Promise<string[]> {
  const clock = { now: Math.floor(Date.now() / 1000) }
  const add = async (name: string, values: Readonly<Record<string, string>>) => ({
    name,
    id: await billedCustomer({ pool, clock }, { name, ...values }),
  })
  const usual = [
    await add('Pirkan Putki Oy', { y_tunnus: '0116297-6', talenom_asiakasnumero: '1001' }),
    await add('Oulun Osat Oy', { y_tunnus: '2081888-8', talenom_asiakasnumero: '1002' }),
  ]
  const monthly = await add('Kuun Koonti Oy', { y_tunnus: '1927400-1', talenom_asiakasnumero: '1003', laskutusvali: 'kuukausi' })
  const closed = await add(closedCustomer, { y_tunnus: '0737546-2', talenom_asiakasnumero: '1004' })
  const customerOf = (index: number) => [closed, monthly][index % 20] ?? random.pick(usual)
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const { id, name } = customerOf(index)
    ids.push(await insertDeliveredOrder(pool, id, { laskutus_nimi: name, hinta: random.between(100, 90_000) / 100 }))
  }
  return ids
}
