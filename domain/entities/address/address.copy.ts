import type { Change } from '../../model/define-entity.ts'
import type { Row } from '../../model/registry.ts'
import { type End, ends } from '../../values/place/place.ts'

export type SavedAddress = Pick<
  Row<'postiosoite'>,
  'name' | 'field_osoite_1' | 'field_osoite_2' | 'field_postinumero' | 'field_postitoimipaikka' | 'field_maa' | 'puhelin'
>
export type SavedContact = Pick<Row<'yhteyshenkilo'>, 'etunimi' | 'sukunimi' | 'puhelin' | 'email'>

/** The texts that an order copies from an address and its contact: later edits change no order (rules/orders.md#copied-addresses). */
export const addressTexts = (address: SavedAddress) => ({
  nimi: address.name,
  osoite1: address.field_osoite_1,
  osoite2: address.field_osoite_2,
  postinro: address.field_postinumero,
  postitmp: address.field_postitoimipaikka,
  maa: address.field_maa,
})
export const contactTexts = (address: SavedAddress, contact: SavedContact | undefined) => ({
  etunimi: contact?.etunimi ?? '',
  sukunimi: contact?.sukunimi ?? '',
  puhelin: contact?.puhelin || address.puhelin,
  email: contact?.email ?? '',
})

type AnyRow = Readonly<Record<string, unknown>>

const prefixed = (prefix: string, texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [prefix + key, text]))

const typedKeys = { address: ['nimi', 'osoite1', 'osoite2', 'postinro', 'postitmp'], contact: ['etunimi', 'sukunimi', 'puhelin', 'email'] }
/** Whether the change itself sets any of the texts. */
const isTyped = ({ before, after }: Change<AnyRow>, prefix: string, keys: readonly string[]): boolean =>
  keys.some((key) => (after[prefix + key] ?? '') !== (before?.[prefix + key] ?? ''))

export function isChosen({ before, after }: Change<AnyRow>, reference: string): boolean {
  const chosen = after[reference] ?? null
  return chosen !== null && chosen !== (before?.[reference] ?? null)
}

/** The ends of a line for which a saved address has been chosen without its texts. A form fills them in; other clients need not. */
export const endsToCopy = (change: Change<AnyRow>): End[] =>
  ends.filter((end) => isChosen(change, `${end}_osoite`) && !isTyped(change, `${end}_`, typedKeys.address))

/**
 * The texts that are copied to the line from the address and from its contact, or from the contact that the change chooses. Contact fields that
 * the change itself sets are not overwritten. Nothing is copied when the line already has the address's texts: a form that chose the address
 * has filled them in, and its contact fields are the ones that the person wants.
 */
export function copiedTexts(
  change: Change<AnyRow>,
  end: End,
  address: SavedAddress & Pick<Row<'postiosoite'>, 'yhteyshenkilo'>,
  contact: SavedContact | undefined,
): AnyRow {
  const texts = prefixed(`${end}_`, addressTexts(address))
  if (Object.entries(texts).every(([key, text]) => change.before?.[key] === text)) return {}
  const person = `${end}_yhteyshenkilo`
  if (isTyped(change, `${person}_`, typedKeys.contact)) return texts
  const chosen = isChosen(change, person) ? change.after[person] : address.yhteyshenkilo
  return { ...texts, ...prefixed(`${person}_`, contactTexts(address, contact)), [person]: chosen }
}
