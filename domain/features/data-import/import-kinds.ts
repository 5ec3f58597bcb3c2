import { hinnasto } from '../../entities/price/price.entity.ts'
import { headingKey, type KnownHeadings } from '../../model/import/import-table.ts'
import type { EntityName } from '../../model/registry.ts'
import { listAmounts } from '../prices/changed-lists.ts'
import { column, customerColumn, type DataColumn, type PartName } from './data-columns.ts'

/** A register that is brought in from a file. */
export type ImportKind = {
  /** As headings and buttons say it. */
  title: string
  /** One of them, and several after a number. */
  one: string
  many: string
  entity: EntityName
  columns: readonly DataColumn[]
  /** The cells of the example row, by column. */
  example: Readonly<Record<string, string>>
}

const billing = { part: 'posti' } as const

type Place = { part: PartName; name: string; heading: string }
/** The street address of a part, as fields of addresses. */
const placeColumns = (entity: 'postiosoite' | 'laskutusosoite_posti', { part, name, heading }: Place): DataColumn[] => [
  column(entity, 'field_osoite_1', { name: `${name}osoite`, heading: heading, part }),
  column(entity, 'field_osoite_2', { name: `${name}osoite_2`, heading: `${heading}, lisärivi`, part }),
  column(entity, 'field_postinumero', {
    name: `${name}postinumero`,
    heading: `${heading}, postinumero`,
    part,
    kind: 'postal code',
    help: 'Viisi numeroa; alun nollat saa jättää pois.',
  }),
  column(entity, 'field_postitoimipaikka', { name: `${name}postitoimipaikka`, heading: `${heading}, postitoimipaikka`, part }),
  column(entity, 'field_maa', { name: `${name}maa`, heading: `${heading}, maa`, part, help: 'Kaksikirjaiminen maakoodi. Tyhjä on FI.' }),
]

const customers: ImportKind = {
  title: 'Asiakkaat',
  one: 'asiakas',
  many: 'asiakasta',
  entity: 'asiakas',
  columns: [
    column('asiakas', 'name', {
      name: 'nimi',
      heading: 'Nimi',
      needed: true,
      aliases: ['Asiakas', 'Asiakkaan nimi', 'Yritys', 'Yrityksen nimi'],
    }),
    column('asiakas', 'y_tunnus', {
      name: 'y_tunnus',
      heading: 'Y-tunnus',
      aliases: ['Ytunnus'],
      help: 'Muodossa 1234567-1. Yksityisellä tyhjä.',
    }),
    column('asiakas', 'tyyppi', { name: 'tyyppi', heading: 'Tyyppi' }),
    column('asiakas', 'maksuehto', {
      name: 'maksuehto',
      heading: 'Maksuehto (pv)',
      aliases: ['Maksuehto pv'],
      help: 'Päiviä. Tyhjä on 14.',
    }),
    column('asiakas', 'maksuehto_sovittu', {
      name: 'maksuehto_sovittu',
      heading: 'Pidempi maksuehto on sovittu',
      help: 'kyllä, jos yli 30 päivän maksuehdosta on sovittu.',
    }),
    column('asiakas', 'talenom_asiakasnumero', { name: 'talenom_asiakasnumero', heading: 'Talenom-asiakasnumero' }),
    column('asiakas', 'saa_jattaa', { name: 'saa_jattaa', heading: 'Tavarat saa jättää ilman kuittausta' }),
    column('asiakas', 'toimitusviesti_email', { name: 'toimitusviesti_email', heading: 'Toimitusilmoitukset sähköpostiin' }),
    column('asiakas', 'tilausvahvistus_email', { name: 'tilausvahvistus_email', heading: 'Tilausvahvistukset sähköpostiin' }),
    column('asiakas', 'myohastymisviesti_email', { name: 'myohastymisviesti_email', heading: 'Myöhästymisilmoitukset sähköpostiin' }),
    column('asiakas', 'lisatiedot', { name: 'lisatiedot', heading: 'Lisätiedot' }),
    ...placeColumns('postiosoite', { part: 'kaynti', name: 'kaynti', heading: 'Käyntiosoite' }),
    column('laskutusosoite_email', 'field_sahkopostiosoite', {
      name: 'laskutus_email',
      heading: 'Laskutuksen sähköposti',
      part: 'email',
      aliases: ['Laskutussähköposti'],
      help: 'Sähköposti, johon laskut lähetetään.',
    }),
    ...placeColumns('laskutusosoite_posti', { ...billing, name: 'laskutus', heading: 'Laskutusosoite' }),
    column('laskutusosoite_verkkolasku', 'field_verkkolaskuosoite', {
      name: 'verkkolaskuosoite',
      heading: 'Verkkolaskuosoite',
      part: 'verkko',
      help: 'OVT-tunnus, IBAN tai välittäjän oma tunnus.',
    }),
    column('laskutusosoite_verkkolasku', 'field_valittaja', {
      name: 'valittaja',
      heading: 'Välittäjä',
      part: 'verkko',
      aliases: ['Verkkolaskuvälittäjä', 'Välittäjätunnus'],
      help: 'Verkkolaskujen välittäjän tunnus.',
    }),
  ],
  example: {
    ...{ nimi: 'Pirkan Putki Oy', y_tunnus: '1234567-1', tyyppi: 'yritys', maksuehto: '14', kayntiosoite: 'Hatanpään valtatie 12' },
    ...{ kayntipostinumero: '33100', kayntipostitoimipaikka: 'Tampere', kayntimaa: 'FI', laskutus_email: 'laskut@esimerkki.fi' },
  },
}

const addresses: ImportKind = {
  title: 'Osoitteet',
  one: 'osoite',
  many: 'osoitetta',
  entity: 'postiosoite',
  columns: [
    customerColumn('postiosoite', 'asiakas', { help: 'Y-tunnus, asiakasnumero (A-12) tai täsmällinen nimi. Tyhjä: yhteinen osoite.' }),
    column('postiosoite', 'name', { name: 'nimi', heading: 'Nimi', needed: true, help: 'Yrityksen tai henkilön nimi osoitteessa.' }),
    column('postiosoite', 'field_osoite_1', { name: 'osoite', heading: 'Osoite', needed: true, aliases: ['Katuosoite', 'Lähiosoite'] }),
    column('postiosoite', 'field_osoite_2', { name: 'osoite_2', heading: 'Osoitteen lisärivi' }),
    column('postiosoite', 'field_postinumero', {
      name: 'postinumero',
      heading: 'Postinumero',
      needed: true,
      kind: 'postal code',
      aliases: ['Postinro'],
      help: 'Viisi numeroa; alun nollat saa jättää pois.',
    }),
    column('postiosoite', 'field_postitoimipaikka', {
      name: 'postitoimipaikka',
      heading: 'Postitoimipaikka',
      needed: true,
      aliases: ['Paikkakunta'],
    }),
    column('postiosoite', 'field_maa', { name: 'maa', heading: 'Maa', help: 'Kaksikirjaiminen maakoodi. Tyhjä on FI.' }),
    column('postiosoite', 'puhelin', { name: 'puhelin', heading: 'Puhelin' }),
    column('postiosoite', 'tyyppi', { name: 'kaytto', heading: 'Käyttö', aliases: ['Tyyppi'] }),
    column('postiosoite', 'lisatiedot', { name: 'lisatiedot', heading: 'Lisätiedot' }),
    column('postiosoite', 'lat', {
      name: 'lat',
      heading: 'Leveysaste',
      help: 'Asteina, esimerkiksi 61,4978. Tyhjä: sijainti haetaan postinumerosta.',
    }),
    column('postiosoite', 'lng', { name: 'lng', heading: 'Pituusaste', help: 'Asteina, esimerkiksi 23,7610.' }),
  ],
  example: {
    ...{ asiakas: '1234567-1', nimi: 'Pirkan Putki Oy, varasto', osoite: 'Hatanpään valtatie 12', postinumero: '33100' },
    ...{ postitoimipaikka: 'Tampere', maa: 'FI', puhelin: '040 123 4567', kaytto: 'nouto, toimitus', lisatiedot: 'Ovi 3' },
  },
}

const contacts: ImportKind = {
  title: 'Yhteyshenkilöt',
  one: 'yhteyshenkilö',
  many: 'yhteyshenkilöä',
  entity: 'yhteyshenkilo',
  columns: [
    customerColumn('yhteyshenkilo', 'asiakas', { needed: true }),
    column('yhteyshenkilo', 'etunimi', { name: 'etunimi', heading: 'Etunimi' }),
    column('yhteyshenkilo', 'sukunimi', { name: 'sukunimi', heading: 'Sukunimi' }),
    column('yhteyshenkilo', 'email', {
      name: 'email',
      heading: 'Sähköposti',
      aliases: ['Email', 'E-mail'],
      help: 'Sähköposti tai puhelin tarvitaan.',
    }),
    column('yhteyshenkilo', 'puhelin', {
      name: 'puhelin',
      heading: 'Puhelin',
      aliases: ['Puhelinnumero'],
      help: 'Suomalainen numero tai maakoodin kanssa.',
    }),
    column('yhteyshenkilo', 'tyyppi', { name: 'tyyppi', heading: 'Tyyppi' }),
  ],
  example: {
    ...{ asiakas: '1234567-1', etunimi: 'Aino', sukunimi: 'Mäkelä', email: 'aino@esimerkki.fi', puhelin: '040 123 4567', tyyppi: 'nouto' },
  },
}

const products: ImportKind = {
  title: 'Tuotteet',
  one: 'tuote',
  many: 'tuotetta',
  entity: 'tuote',
  columns: [
    customerColumn('tuote', 'asiakas', { help: 'Y-tunnus, asiakasnumero (A-12) tai täsmällinen nimi. Tyhjä: kaikkien yhteinen tuote.' }),
    column('tuote', 'name', { name: 'nimi', heading: 'Nimi', needed: true, aliases: ['Tuote', 'Tuotteen nimi'] }),
    column('tuote', 'tyyppi', {
      name: 'tyyppi',
      heading: 'Tyyppi',
      help: 'rullakko, paketti tai muu. Tyhjä on muu; rajat ovat lajin mukaan.',
    }),
    ...(['pituus', 'leveys', 'korkeus'] as const).map((size) =>
      column('tuote', size, {
        name: size,
        heading: `${size[0]?.toUpperCase()}${size.slice(1)} (cm)`,
        help: 'Senttimetreinä, enintään yksi desimaali.',
      }),
    ),
    column('tuote', 'paino', { name: 'paino', heading: 'Paino (kg)', help: 'Kilogrammoina, enintään kaksi desimaalia.' }),
    column('tuote', 'kuvaus', { name: 'kuvaus', heading: 'Kuvaus' }),
    ...(['pituus', 'leveys', 'korkeus', 'paino'] as const).map((size) =>
      column('tuote', `lukitse_${size}`, {
        name: `lukitse_${size}`,
        heading: `Lukitse ${size}`,
        help: 'kyllä: asiakas ei voi muuttaa sitä tilauksella.',
      }),
    ),
  ],
  example: { nimi: 'Hyllykkö', tyyppi: 'rullakko', pituus: '80', leveys: '60', korkeus: '180', paino: '50', kuvaus: 'Pyörillä' },
}

const cars: ImportKind = {
  title: 'Autot',
  one: 'auto',
  many: 'autoa',
  entity: 'auto',
  columns: [
    column('auto', 'rekisterinumero', {
      name: 'rekisterinumero',
      heading: 'Rekisterinumero',
      needed: true,
      aliases: ['Rekisteritunnus', 'Rek.nro'],
    }),
    column('auto', 'name', { name: 'nimi', heading: 'Nimi' }),
    column('auto', 'kustannuspaikka', { name: 'kustannuspaikka', heading: 'Kustannuspaikka' }),
    column('auto', 'mapon_id', { name: 'mapon_id', heading: 'Mapon-tunnus' }),
    column('auto', 'seuraava_katsastus', { name: 'seuraava_katsastus', heading: 'Seuraava katsastus', aliases: ['Katsastus'] }),
    column('auto', 'kantavuus', {
      name: 'kantavuus',
      heading: 'Kantavuus (kg)',
      aliases: ['Kantavuus'],
      help: 'Kilogrammoina perävaunun kanssa, enintään 60 000. Tyhjä: ei tiedossa.',
    }),
    column('auto', 'lavapaikat', {
      name: 'lavapaikat',
      heading: 'Lavapaikat',
      help: 'Eurolavoina perävaunun kanssa, enintään 100. Tyhjä: ei tiedossa.',
    }),
  ],
  example: {
    ...{ rekisterinumero: 'KLR-418', nimi: 'Scania R 450', kustannuspaikka: '200', seuraava_katsastus: '1.10.2027' },
    ...{ kantavuus: '9500', lavapaikat: '18' },
  },
}

const priceLists: ImportKind = {
  title: 'Hinnastot',
  one: 'hinnasto',
  many: 'hinnastoa',
  entity: 'hinnasto',
  columns: [
    customerColumn('hinnasto', 'asiakas', { help: 'Y-tunnus, asiakasnumero (A-12) tai täsmällinen nimi. Tyhjä: yleinen hinnasto.' }),
    column('hinnasto', 'name', { name: 'nimi', heading: 'Nimi', needed: true, aliases: ['Hinnasto', 'Hinnaston nimi'] }),
    column('hinnasto', 'voimassa_alkaen', {
      name: 'voimassa_alkaen',
      heading: 'Voimassa alkaen',
      needed: true,
      aliases: ['Alkaen', 'Alkupäivä'],
    }),
    ...listAmounts.map((name) =>
      column('hinnasto', name, {
        name,
        heading: hinnasto.fields[name].label,
        aliases: [`${hinnasto.fields[name].label} (€)`],
        help: 'Euroina ilman arvonlisäveroa, esimerkiksi 12,50. Tyhjä on 0.',
      }),
    ),
    column('hinnasto', 'polttoainelisa_prosentti', {
      name: 'polttoainelisa_prosentti',
      heading: hinnasto.fields.polttoainelisa_prosentti.label,
      aliases: ['Polttoainelisä', 'Polttoainelisä %'],
      help: 'Prosentteina, esimerkiksi 7,5.',
    }),
  ],
  example: {
    ...{ nimi: 'Perushinnasto', voimassa_alkaen: '1.1.2027', perusmaksu: '18,00', hinta_kg: '0,04', hinta_rullakko: '3,50' },
    ...{ hinta_paketti: '1,20', hinta_lavapaikka: '9,00', hinta_km: '0,55', minimihinta: '35,00', polttoainelisa_prosentti: '7,5' },
  },
}

const profile = { part: 'profiili' } as const
const users: ImportKind = {
  title: 'Käyttäjät',
  one: 'käyttäjä',
  many: 'käyttäjää',
  entity: 'user',
  columns: [
    column('user', 'mail', { name: 'mail', heading: 'Sähköposti', needed: true, aliases: ['Email', 'E-mail'], help: 'Kullakin oma.' }),
    column('user', 'name', {
      name: 'tunnus',
      heading: 'Käyttäjätunnus',
      aliases: ['Tunnus'],
      help: 'Tyhjä: sähköposti on käyttäjätunnus.',
    }),
    column('user', 'user_roles', { name: 'roolit', heading: 'Roolit', needed: true, aliases: ['Rooli'] }),
    column('profile_kuljettaja', 'field_etunimi', { name: 'etunimi', heading: 'Etunimi', ...profile, needed: true }),
    column('profile_kuljettaja', 'field_sukunimi', { name: 'sukunimi', heading: 'Sukunimi', ...profile, needed: true }),
    column('profile_kuljettaja', 'field_puhelinnumero', {
      name: 'puhelin',
      heading: 'Puhelin',
      ...profile,
      kind: 'phone',
      aliases: ['Puhelinnumero'],
      help: 'Suomalainen numero tai maakoodin kanssa, esimerkiksi +46.',
    }),
    customerColumn('profile_asiakas', 'field_asiakas', {
      ...profile,
      help: 'Vain rooleille Asiakas ja Asiakas Ylläpito: Y-tunnus, asiakasnumero (A-12) tai täsmällinen nimi.',
    }),
    column('profile_kuljettaja', 'field_ammattipatevyys_voimassa', {
      name: 'ammattipatevyys',
      heading: 'Ammattipätevyys voimassa',
      ...profile,
      aliases: ['Ammattipätevyys'],
    }),
    column('profile_kuljettaja', 'field_digipiirturikortti_voimass', {
      name: 'piirturikortti',
      heading: 'Digipiirturikortti voimassa',
      ...profile,
      aliases: ['Digipiirturikortti', 'Piirturikortti'],
    }),
    column('profile_kuljettaja', 'field_extra', { name: 'lisakuljettaja', heading: 'Lisäkuljettaja', ...profile }),
  ],
  example: {
    ...{
      mail: 'eero@esimerkki.fi',
      tunnus: 'eero.niemi',
      roolit: 'kuljettaja',
      etunimi: 'Eero',
      sukunimi: 'Niemi',
      puhelin: '040 765 4321',
    },
    ...{ ammattipatevyys: '1.9.2028', piirturikortti: '15.3.2029', lisakuljettaja: 'ei' },
  },
}

const workRoutes: ImportKind = {
  title: 'Työreitit',
  one: 'työreitti',
  many: 'työreittiä',
  entity: 'tyoreitti',
  columns: [
    column('tyoreitti', 'reittinro', {
      name: 'reittinro',
      heading: 'Reittinumero',
      needed: true,
      aliases: ['Reitti', 'Reitin numero', 'Numero'],
    }),
    column('tyoreitti', 'name', { name: 'nimi', heading: 'Nimi', aliases: ['Reitin nimi'] }),
    column('tyoreitti', 'alkuaika', { name: 'alkaa', heading: 'Alkaa', aliases: ['Alkuaika', 'Alkamisaika'] }),
    column('tyoreitti', 'kesto', { name: 'kesto', heading: 'Kesto', aliases: ['Pituus'] }),
    column('tyoreitti', 'color', { name: 'vari', heading: 'Väri', help: 'Muodossa #1b66c9. Tyhjä on valkoinen.' }),
  ],
  example: { reittinro: '12', nimi: 'Keskustan jakelu', alkaa: '6.30', kesto: '8 h 30 min', vari: '#1b66c9' },
}

/** What can be brought in, in the order in which a company starts: later ones refer to earlier ones. */
export const importKinds = {
  asiakkaat: customers,
  osoitteet: addresses,
  yhteyshenkilot: contacts,
  tuotteet: products,
  autot: cars,
  hinnastot: priceLists,
  kayttajat: users,
  tyoreitit: workRoutes,
} as const satisfies Readonly<Record<string, ImportKind>>
export type ImportKindName = keyof typeof importKinds
export const importKindNames = Object.keys(importKinds) as ImportKindName[]
export const isImportKind = (name: string | undefined): name is ImportKindName => name !== undefined && Object.hasOwn(importKinds, name)

/** The columns that faults and answers name, of every kind. */
export const dataColumnNames: readonly string[] = [
  ...new Set(importKindNames.flatMap((name) => importKinds[name].columns.map((one) => one.name))),
]

const passwords = 'Salasanoja ei tuoda tiedostosta. Poista sarake: jokainen valitsee salasanansa itse kutsun linkistä.'
const refused = Object.fromEntries(
  ['Salasana', 'Salasanat', 'Password', 'Passwd', 'Tunnussana'].map((heading) => [headingKey(heading), passwords]),
)

/** The headings of the kind's files; passwords are refused in all of them. */
export const headingsOfKind = (name: ImportKindName): KnownHeadings => ({
  columns: importKinds[name].columns.map(({ name: key, aliases }) => ({ name: key, aliases })),
  refused,
})
