import type { TextField } from '../../model/define-field.ts'
import { fillPlaceholders, placeholderFault } from '../../values/placeholders.ts'
import { type ExpiryTexts, expiryTexts } from './expiry-defaults.ts'

/** A text that the company may change. `examples` has its placeholders, with values for a preview. */
export type MessageText = TextField & { examples: Readonly<Record<string, string>> }

type Options = { examples: Readonly<Record<string, string>>; required?: readonly string[]; kind?: 'text' | 'area'; max?: number }

const message = (label: string, initial: string, { examples, required = [], kind = 'text', max = 255 }: Options): MessageText => ({
  ...{ kind, label, default: initial, max, examples },
  check: (value) => {
    const fault = placeholderFault(value, { names: Object.keys(examples), required })
    return fault === null ? { value } : { fault }
  },
})

const count = { n: '3' }
const company = { yritys: 'Kuljetus Mäkinen Oy' }
const day = { pvm: '31.3.2027' }
const reminder = (label: string, initial: string, whose: Record<string, string> = {}) =>
  message(label, initial, { examples: { ...whose, ...day }, required: ['pvm'] })
const [driver, car] = [{ nimi: 'Maija Mäki' }, { nimi: 'ABC-123' }]

/** The texts of messages that the company may change (rules/settings.md#message-texts). '' is the default. */
export const messageTexts = {
  /** At most 160 characters, so that it fits into one part of an SMS. */
  teksti_uusi_tilaus: message('Yksi uusi tilaus', 'Sinulle on 1 uusi tilaus.', { examples: { n: '1' }, max: 160 }),
  teksti_uudet_tilaukset: message('Useita uusia tilauksia', 'Sinulle on {n} uutta tilausta.', {
    examples: count,
    required: ['n'],
    max: 160,
  }),
  /** To a driver whose shifts have been published (rules/shifts.md#publishing). Characters outside the SMS alphabet, as –, make it longer. */
  teksti_tyovuorot: message('Julkaistut työvuorot', 'Hei {nimi}, työvuorosi on julkaistu ({jakso}): {vuorot}. Katso Kuormasta.', {
    examples: { nimi: 'Mika', jakso: 'vk 48', vuorot: 'ma-pe klo 6.00 reitti 7, auto RYE-762; la-su vapaa' },
    required: ['vuorot'],
    kind: 'area',
    max: 500,
  }),
  teksti_kutsun_aihe: message('Aihe', 'Tervetuloa – {yritys}', { examples: company, max: 120 }),
  teksti_kutsu: message(
    'Viesti ennen linkkiä',
    'Sinulle on tehty käyttäjätunnus palveluun {yritys}. Valitse itsellesi salasana tästä linkistä:',
    { examples: company, kind: 'area', max: 1000 },
  ),
  teksti_ammattipatevyys_kuljettajalle: reminder('Ammattipätevyys, kuljettajalle', expiryTexts.ammattipatevyys.driver),
  teksti_ammattipatevyys_yllapidolle: reminder('Ammattipätevyys, ylläpidolle', expiryTexts.ammattipatevyys.administrators, driver),
  teksti_piirturikortti_kuljettajalle: reminder('Digipiirturikortti, kuljettajalle', expiryTexts.digipiirturikortti.driver),
  teksti_piirturikortti_yllapidolle: reminder('Digipiirturikortti, ylläpidolle', expiryTexts.digipiirturikortti.administrators, driver),
  teksti_katsastus_kuljettajalle: reminder('Katsastus, kuljettajalle', expiryTexts.katsastus.driver, car),
  teksti_katsastus_yllapidolle: reminder('Katsastus, ylläpidolle', expiryTexts.katsastus.administrators, car),
} satisfies Record<string, MessageText>

export type MessageTextName = keyof typeof messageTexts
export const messageTextNames = Object.keys(messageTexts) as MessageTextName[]
export type StoredTexts = Readonly<Record<MessageTextName, string>>

/** The company's text, or the default. */
export const messageText = (stored: StoredTexts, name: MessageTextName): string => stored[name] || messageTexts[name].default

export const filledText = (stored: StoredTexts, name: MessageTextName, values: Readonly<Record<string, string>>): string =>
  fillPlaceholders(messageText(stored, name), values)

/** The sentences of reminders, as `dueReminders` takes them. */
export function expiryTextsOf(stored: StoredTexts): ExpiryTexts {
  const text = (name: MessageTextName) => messageText(stored, name)
  return {
    ammattipatevyys: { driver: text('teksti_ammattipatevyys_kuljettajalle'), administrators: text('teksti_ammattipatevyys_yllapidolle') },
    digipiirturikortti: { driver: text('teksti_piirturikortti_kuljettajalle'), administrators: text('teksti_piirturikortti_yllapidolle') },
    katsastus: { driver: text('teksti_katsastus_kuljettajalle'), administrators: text('teksti_katsastus_yllapidolle') },
  }
}
