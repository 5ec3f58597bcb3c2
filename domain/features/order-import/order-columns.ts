import { lahetys, reservations } from '../../entities/shipment/shipment.entity.ts'
import { requiredPlaceTexts } from '../../entities/shipment/shipment.strict.ts'
import { timeWindowKeys } from '../../entities/shipment/shipment.times.ts'
import type { ImportColumnShape } from '../../model/import/import-column.ts'
import type { KnownHeadings } from '../../model/import/import-table.ts'
import { type Dimension, dimensions, productTypes } from '../../values/limits.ts'
import { ends } from '../../values/place/place.ts'

const addressParts = ['nimi', 'osoite1', 'osoite2', 'postinro', 'postitmp', 'maa'] as const
const contactParts = ['etunimi', 'sukunimi', 'puhelin', 'email'] as const

export type ShipmentField = keyof typeof lahetys.fields
/** How a cell is parsed, and the shipment's field that it is stored in. */
export type ImportColumn = ImportColumnShape & {
  /** Only administrators may fill it. */
  staffOnly?: true
} & (
    | { kind: 'order' | 'product' }
    | { kind: 'text' | 'day'; field: ShipmentField }
    | { kind: 'moment' | 'minutes'; field: ShipmentField }
    | { kind: 'postal code'; field: ShipmentField; country: string }
    | { kind: 'choice'; field: 'tyyppi' | 'varauma' }
    | { kind: 'size'; field: ShipmentField; size: Dimension }
  )

const text = (field: ShipmentField, help: string): ImportColumn => ({
  kind: 'text',
  name: field,
  field,
  label: lahetys.fields[field].label,
  help,
  needed: false,
})

const partHelp = {
  nimi: 'Yrityksen tai henkilön nimi.',
  osoite1: 'Katuosoite.',
  osoite2: 'Esimerkiksi ovi, kerros tai c/o.',
  postinro: 'Viisi numeroa; alun nollat saa jättää pois.',
  postitmp: 'Postitoimipaikka.',
  maa: 'Kaksikirjaiminen maakoodi. Tyhjä on FI.',
  etunimi: 'Yhteyshenkilön etunimi.',
  sukunimi: 'Yhteyshenkilön sukunimi.',
  puhelin: 'Suomalainen numero tai maakoodin kanssa, esimerkiksi +46.',
  email: 'Yhteyshenkilön sähköposti.',
} as const

const placeColumns = ends.flatMap((end): ImportColumn[] => [
  ...addressParts.map((part): ImportColumn => {
    const field = `${end}_${part}` as const
    const shape = { name: field, field, label: lahetys.fields[field].label, help: partHelp[part], needed: part in requiredPlaceTexts }
    return part === 'postinro' ? { ...shape, kind: 'postal code', country: `${end}_maa` } : { ...shape, kind: 'text' }
  }),
  ...contactParts.map((part): ImportColumn => {
    const field = `${end}_yhteyshenkilo_${part}` as const
    return { kind: 'text', name: `${end}_${part}`, field, label: lahetys.fields[field].label, help: partHelp[part], needed: false }
  }),
])

const sizes: Readonly<Record<Dimension, { field: ShipmentField; label: string; help: string }>> = {
  maara: { field: 'maara', label: 'Määrä', help: 'Samanlaisia kappaleita. Tyhjä on 1.' },
  pituus: { field: 'pituus', label: 'Pituus (cm)', help: 'Yhden kappaleen, senttimetreinä, enintään yksi desimaali.' },
  leveys: { field: 'leveys', label: 'Leveys (cm)', help: 'Yhden kappaleen, senttimetreinä, enintään yksi desimaali.' },
  korkeus: { field: 'korkeus', label: 'Korkeus (cm)', help: 'Yhden kappaleen, senttimetreinä, enintään yksi desimaali.' },
  paino: { field: 'yksikkopaino', label: 'Paino (kg)', help: 'Yhden kappaleen, kilogrammoina, enintään kaksi desimaalia.' },
}
export const oneOf = (values: Readonly<Record<string, string>>): string =>
  Object.keys(values)
    .filter((value) => value !== '')
    .join(', ')

/** The columns of an imported file (rules/order-import.md#columns), in the order of the templates. Files may use any order and case. */
export const importColumns: readonly ImportColumn[] = [
  {
    kind: 'order',
    name: 'tilaus',
    label: 'Tilaus',
    help: 'Rivit, joilla on sama arvo, ovat yksi tilaus. Tyhjä: rivi on oma tilauksensa.',
    needed: false,
  },
  text('viite', 'Oma merkkisi, esimerkiksi ostotilauksen numero.'),
  text('viesti', 'Ohje kuljettajalle.'),
  {
    kind: 'day',
    name: 'toivottu_toimitus',
    field: 'toivottu_toimitus',
    label: lahetys.fields.toivottu_toimitus.label,
    help: 'Päivä muodossa 1.2.2026 tai 2026-02-01. Saa olla tyhjä.',
    needed: false,
  },
  ...timeWindowKeys.map(
    (field): ImportColumn => ({
      kind: 'moment',
      name: field,
      field,
      label: lahetys.fields[field].label,
      help: 'Kellonaika toivottuna toimituspäivänä, esimerkiksi 9.30, tai päivä ja aika, esimerkiksi 1.2.2026 9.30. Saa olla tyhjä.',
      needed: false,
    }),
  ),
  {
    kind: 'moment',
    name: 'luvattu_aika',
    field: 'luvattu_aika',
    label: lahetys.fields.luvattu_aika.label,
    help: 'Vain ylläpidolle: asiakkaalle luvattu kellonaika toivottuna toimituspäivänä, tai päivä ja aika. Saa olla tyhjä.',
    needed: false,
    staffOnly: true,
  },
  {
    kind: 'minutes',
    name: 'palveluaika',
    field: 'palveluaika',
    label: lahetys.fields.palveluaika.label,
    help: 'Vain ylläpidolle: minuutteja pysähdystä kohti, enintään 600. Tyhjä on tavallinen aika.',
    needed: false,
    staffOnly: true,
  },
  ...placeColumns,
  {
    kind: 'product',
    name: 'tuote',
    label: 'Tuote',
    help: 'Tallennetun tuotteen nimi tai tunniste. Täyttää tyhjät mitat, painon, tavaralajin ja kuvauksen.',
    needed: false,
  },
  {
    kind: 'choice',
    name: 'tyyppi',
    field: 'tyyppi',
    label: lahetys.fields.tyyppi.label,
    help: `${oneOf(productTypes)}. Rajat ovat lajin mukaan; tallennettu tuote kertoo lajinsa.`,
    needed: true,
  },
  ...(['maara', ...dimensions.filter((size) => size !== 'maara')] as const).map(
    (size): ImportColumn => ({ kind: 'size', name: size, size, ...sizes[size], needed: size !== 'maara' }),
  ),
  text('kuvaus', 'Mitä tavara on.'),
  {
    kind: 'choice',
    name: 'varauma',
    field: 'varauma',
    label: lahetys.fields.varauma.label,
    help: `${oneOf(reservations)}. Saa olla tyhjä.`,
    needed: false,
  },
]

export const columnNames: readonly string[] = importColumns.map(({ name }) => name)
export const orderHeadings: KnownHeadings = { columns: columnNames.map((name) => ({ name })) }

const columnOfField = new Map(
  importColumns.flatMap((column) => ('field' in column ? [[column.field as string, column.name] as const] : [])),
)
/** The column in which a fault of the shipment's field is reported; '' when the field has no column. */
export const columnOf = (field: string): string => columnOfField.get(field) ?? (field === 'tuote' ? 'tuote' : '')
