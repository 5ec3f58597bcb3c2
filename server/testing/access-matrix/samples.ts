import { randomUUID } from 'node:crypto'
import { type EntityName, registry } from '#domain/model/registry.ts'

// Values for drafts and changes.

export const to = (name: EntityName, id: string) => ({ type: registry[name].type, id })
export const unique = () => randomUUID().slice(0, 8)

// Fields of the places and contacts of a line of an order.

export const pickup = ['nimi', 'osoite1', 'osoite2', 'postinro', 'postitmp', 'maa'].map((part) => `nouto_${part}`)
const contact = ['etunimi', 'sukunimi', 'puhelin', 'email']
export const pickupContact = contact.map((part) => `nouto_yhteyshenkilo_${part}`)
export const delivery = [...pickup, ...pickupContact].map((name) => name.replace('nouto_', 'toimitus_'))
