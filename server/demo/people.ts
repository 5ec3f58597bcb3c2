import type { Row } from '#domain/registry.ts'
import type { Role } from '#domain/roles.ts'
import { addDays } from '#domain/values/time.ts'
import type { Book, Deed } from './book.ts'
import type { Customer } from './customer.ts'
import { type Person, personOf } from './person.ts'

/** The haulier's own host; .example belongs to nobody. */
const host = 'kuorma.example'
export type Naming = (base: string) => string

function addUser(book: Book, name: string, mail: string, user_roles: Role[], person: Person, deed: Deed): string {
  const field_fullname = `${person.etunimi} ${person.sukunimi}`
  return book.add('user', { name, mail, user_roles, field_fullname }, deed).id
}

const profile = ({ etunimi, sukunimi, puhelin }: Person, uid: string) => ({
  name: `${etunimi} ${sukunimi}`,
  field_etunimi: etunimi,
  field_sukunimi: sukunimi,
  field_puhelinnumero: puhelin,
  uid,
})

const numbered = (base: string, index: number) => (index === 0 ? base : `${base}${index + 1}`)

export function addAdministrator(book: Book, index: number, named: Naming, deed: Deed): string {
  const name = named(numbered('yllapito', index))
  const person = personOf(book.random, host)
  const id = addUser(book, name, `${name}@${host}`, ['yllapito'], person, deed)
  book.add('profile_yllapito', profile(person, id), deed)
  return id
}

/** Drivers and maintenance staff have the same kind of profile. Two drivers have a card that soon runs out. */
export function addDriver(
  book: Book,
  base: 'kuljettaja' | 'huolto',
  index: number,
  named: Naming,
  today: number,
  deed: Deed,
): { id: string; name: string } {
  const name = named(numbered(base, index))
  const person = personOf(book.random, host)
  const id = addUser(book, name, `${name}@${host}`, [base], person, deed)
  const card = index === 4 ? 21 : index === 9 ? 6 : book.random.between(90, 1500)
  book.add(
    'profile_kuljettaja',
    {
      ...profile(person, id),
      field_extra: index > 0 && index % 7 === 6,
      field_ammattipatevyys_voimassa: addDays(today, index === 2 ? 40 : book.random.between(120, 1700)),
      field_digipiirturikortti_voimass: addDays(today, card),
    },
    deed,
  )
  return { id, name: `${person.etunimi} ${person.sukunimi}` }
}

/** Somebody who signs in for a customer. */
export function addCustomerUser(book: Book, name: string, roles: Role[], customer: Customer, deed: Deed): string {
  const person = personOf(book.random, customer.host)
  const id = addUser(book, name, `${name}@${customer.host}`, roles, person, deed)
  book.add('profile_asiakas', { ...profile(person, id), field_asiakas: customer.row.id }, deed)
  customer.users.push(id)
  return id
}

const models = [
  'Volvo FH 500',
  'MB Atego 1224',
  'MB Antos 2542',
  'Scania R 450',
  'Iveco Daily pullakaappi',
  'MB Atego 1530',
  'Volvo FL 280',
  'MB Sprinter',
]

/** Plates of the form that Finnish lorries have; `series` keeps those of a second company apart. */
export function addCar(book: Book, index: number, series: string, today: number, deed: Deed): Row<'auto'> {
  const rekisterinumero = `${series}-${101 + index * 7}`
  return book.add(
    'auto',
    {
      name: models[index % models.length] ?? '',
      rekisterinumero,
      kustannuspaikka: String(4100 + index),
      mapon_id: String(510_220 + index * 13),
      // One within a week and one within a month, so that the reminders have something to say.
      seuraava_katsastus: addDays(today, index === 3 ? 6 : index === 7 ? 27 : book.random.between(45, 360)),
    },
    deed,
  )
}
