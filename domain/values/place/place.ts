import { area, coordinate, text } from '../../model/define-field.ts'
import { country, email, phone } from '../checks.ts'

export const ends = ['nouto', 'toimitus'] as const
/** Pickup or delivery: the two ends of a transport, and the prefixes of their fields. */
export type End = (typeof ends)[number]

/** The fields of one end of a transport, prefixed `nouto_` or `toimitus_`: copies of an address's texts (rules/orders.md#copied-addresses). */
export const pickupFields = {
  nouto_nimi: text('Noutopaikan nimi'),
  nouto_osoite1: text('Nouto-osoite'),
  nouto_osoite2: text('Nouto-osoitteen lisärivi'),
  nouto_postinro: text('Noudon postinumero', { max: 12 }),
  nouto_postitmp: text('Noudon postitoimipaikka', { max: 100 }),
  nouto_maa: text('Noudon maa', { default: 'FI', max: 2, check: country }),
  nouto_yhteyshenkilo_etunimi: text('Noudon yhteyshenkilön etunimi', { max: 100 }),
  nouto_yhteyshenkilo_sukunimi: text('Noudon yhteyshenkilön sukunimi', { max: 100 }),
  nouto_yhteyshenkilo_puhelin: text('Noudon puhelin', { max: 30, check: phone }),
  nouto_yhteyshenkilo_email: text('Noudon sähköposti', { check: email }),
}
export const deliveryFields = {
  toimitus_nimi: text('Vastaanottaja'),
  toimitus_osoite1: text('Toimitusosoite'),
  toimitus_osoite2: text('Toimitusosoitteen lisärivi'),
  toimitus_postinro: text('Toimituksen postinumero', { max: 12 }),
  toimitus_postitmp: text('Toimituksen postitoimipaikka', { max: 100 }),
  toimitus_maa: text('Toimituksen maa', { default: 'FI', max: 2, check: country }),
  toimitus_yhteyshenkilo_etunimi: text('Vastaanottajan etunimi', { max: 100 }),
  toimitus_yhteyshenkilo_sukunimi: text('Vastaanottajan sukunimi', { max: 100 }),
  toimitus_yhteyshenkilo_puhelin: text('Vastaanottajan puhelin', { max: 30, check: phone }),
  toimitus_yhteyshenkilo_email: text('Vastaanottajan sähköposti', { check: email }),
}
export const pointFields = { lat: coordinate('Leveysaste', 90), lng: coordinate('Pituusaste', 180) }
/** The place where something was done: set when the record is created, never changed. */
export const pointOnce = { lat: coordinate('Leveysaste', 90, { once: true }), lng: coordinate('Pituusaste', 180, { once: true }) }
export const notes = area('Lisätiedot')

const keysOf = <T extends object>(shape: T): (keyof T & string)[] => Object.keys(shape) as (keyof T & string)[]
export const pickupKeys = keysOf(pickupFields)
export const deliveryKeys = keysOf(deliveryFields)
