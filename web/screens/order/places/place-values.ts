import type { Lahetys } from '#domain/entities/shipment/shipment.entity.ts'
import type { deliveryKeys, End, pickupKeys } from '#domain/values/place/place.ts'
import { ends } from '#domain/values/place/place.ts'

const addressKeys = ['nimi', 'osoite1', 'osoite2', 'postinro', 'postitmp', 'maa'] as const
const contactKeys = ['etunimi', 'sukunimi', 'puhelin', 'email'] as const
export const placeTexts = [...addressKeys, ...contactKeys] as const
export type AddressKey = (typeof addressKeys)[number]
export type ContactKey = (typeof contactKeys)[number]

export type Place = Record<AddressKey | ContactKey, string> & {
  /** The saved address and contact that the texts were copied from; null once they are edited. */
  osoite: string | null
  yhteyshenkilo: string | null
}
export type PlaceValues = Place & {
  /** The key by which the form's rows and jobs refer to the place. */
  key: string
  /** "Tallenna osoitteisiin", and the ids that the saved address and contact will get. */
  save: boolean
  saveAs: { osoite: string; yhteyshenkilo: string }
}

type NewIds = () => string

const noContact = { etunimi: '', sukunimi: '', puhelin: '', email: '' }
export const blankTexts = { nimi: '', osoite1: '', osoite2: '', postinro: '', postitmp: '', maa: 'FI', ...noContact }

export function blankPlace(newId: NewIds): PlaceValues {
  return {
    ...blankTexts,
    key: newId(),
    osoite: null,
    yhteyshenkilo: null,
    save: false,
    saveAs: { osoite: newId(), yhteyshenkilo: newId() },
  }
}

export const isBlankPlace = (place: Place): boolean => placeTexts.every((key) => key === 'maa' || place[key].trim() === '')

const addressField = <K extends AddressKey>(end: End, key: K) => `${end}_${key}` as const
const contactField = <K extends ContactKey>(end: End, key: K) => `${end}_yhteyshenkilo_${key}` as const

/** The field of a place on the form that a shipment's field belongs to. */
export function placeKeyOf(field: string): { end: End; key: keyof Place } | null {
  for (const end of ends) {
    for (const key of addressKeys) if (field === addressField(end, key)) return { end, key }
    for (const key of contactKeys) if (field === contactField(end, key)) return { end, key }
    if (field === `${end}_osoite`) return { end, key: 'osoite' }
    if (field === `${end}_yhteyshenkilo`) return { end, key: 'yhteyshenkilo' }
  }
  return null
}

/** The entity's field that stores a text of a place. */
export const fieldOfPlace = (end: End, key: AddressKey | ContactKey) =>
  addressKeys.some((own) => own === key) ? addressField(end, key as AddressKey) : contactField(end, key as ContactKey)

type PickupFields = Pick<Lahetys, (typeof pickupKeys)[number] | 'nouto_osoite' | 'nouto_yhteyshenkilo'>
type DeliveryFields = Pick<Lahetys, (typeof deliveryKeys)[number] | 'toimitus_osoite' | 'toimitus_yhteyshenkilo'>

/** A stored line's place at one end. */
export function placeOf(end: End, line: Partial<PickupFields & DeliveryFields>): Place {
  const place: Place = { ...blankTexts, osoite: line[`${end}_osoite`] ?? null, yhteyshenkilo: line[`${end}_yhteyshenkilo`] ?? null }
  for (const key of addressKeys) place[key] = line[addressField(end, key)] ?? place[key]
  for (const key of contactKeys) place[key] = line[contactField(end, key)] ?? place[key]
  return place
}

/** A place of the form as a line's pickup. */
export const pickupOf = (place: Place): PickupFields => ({
  nouto_nimi: place.nimi.trim(),
  nouto_osoite1: place.osoite1.trim(),
  nouto_osoite2: place.osoite2.trim(),
  nouto_postinro: place.postinro.trim(),
  nouto_postitmp: place.postitmp.trim(),
  nouto_maa: place.maa.trim(),
  nouto_yhteyshenkilo_etunimi: place.etunimi.trim(),
  nouto_yhteyshenkilo_sukunimi: place.sukunimi.trim(),
  nouto_yhteyshenkilo_puhelin: place.puhelin.trim(),
  nouto_yhteyshenkilo_email: place.email.trim(),
  nouto_osoite: place.osoite,
  nouto_yhteyshenkilo: place.yhteyshenkilo,
})

/** A place of the form as a shipment's delivery. */
export const deliveryOf = (place: Place): DeliveryFields => ({
  toimitus_nimi: place.nimi.trim(),
  toimitus_osoite1: place.osoite1.trim(),
  toimitus_osoite2: place.osoite2.trim(),
  toimitus_postinro: place.postinro.trim(),
  toimitus_postitmp: place.postitmp.trim(),
  toimitus_maa: place.maa.trim(),
  toimitus_yhteyshenkilo_etunimi: place.etunimi.trim(),
  toimitus_yhteyshenkilo_sukunimi: place.sukunimi.trim(),
  toimitus_yhteyshenkilo_puhelin: place.puhelin.trim(),
  toimitus_yhteyshenkilo_email: place.email.trim(),
  toimitus_osoite: place.osoite,
  toimitus_yhteyshenkilo: place.yhteyshenkilo,
})

/** Two places are equal when the address, the contact, and their references are. */
export const samePlace = (a: Place, b: Place): boolean =>
  a.osoite === b.osoite && a.yhteyshenkilo === b.yhteyshenkilo && placeTexts.every((key) => a[key].trim() === b[key].trim())

/** The distinct places of the lines. `asListed` creates a place from the first line that uses it; `keys` maps each line to its place. */
export function distinctPlaces<P extends Place>(
  lines: readonly { id: string; place: P }[],
  asListed: (place: P, line: string) => PlaceValues,
): { places: PlaceValues[]; keys: Map<string, string> } {
  const places: PlaceValues[] = []
  const keys = new Map<string, string>()
  for (const { id, place } of lines) {
    let listed = places.find((other) => samePlace(other, place))
    if (!listed) {
      listed = asListed(place, id)
      places.push(listed)
    }
    keys.set(id, listed.key)
  }
  return { places, keys }
}
