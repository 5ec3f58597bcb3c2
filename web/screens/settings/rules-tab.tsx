import { vehicleClasses } from '#domain/entities/car/vehicle-classes.ts'
import { payKindNames } from '#domain/features/settings/payroll-settings.ts'
import { useTerminals } from '#web/features/cars/fleet.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { type DatedRows, DatedRowsField } from './dated-rows-field.tsx'
import { DaysField } from './days-field.tsx'
import type { SettingGroup } from './settings-form.tsx'
import { WorktimeRulesField } from './worktime-rules-field.tsx'

const vatRows: DatedRows = {
  label: 'Verokannat',
  description: 'Verokanta valitaan toimituspäivän mukaan.',
  row: 'verokanta',
  columns: [{ key: 'prosentti', label: 'Verokanta', decimals: 2, unit: '%' }],
}

/** Well-to-wheel, grams of CO₂e for each tonne-kilometre, by vehicle class. */
const emissionRows: DatedRows = {
  label: 'Päästökertoimet (g CO₂e / tkm)',
  description:
    'Koko polttoaineketju (well-to-wheel). Etäisyyskerroin on 1, kun kertoimet on laskettu lyhimmälle käyttökelpoiselle reitille.',
  row: 'kertoimet',
  columns: [
    { key: 'lahde', label: 'Lähde ja vuosi', width: 340, isText: true },
    { key: 'etaisyyskerroin', label: 'Etäisyyskerroin', decimals: 2, width: 130 },
    ...Object.entries(vehicleClasses).flatMap(([key, label]) => (key === '' ? [] : [{ key, label, decimals: 2, width: 200 }])),
    { key: 'keskiarvo', label: 'Luokka ei tiedossa', decimals: 2, width: 200 },
  ],
}

const payCodeNames = payKindNames.map((kind) => `palkkalaji_${kind}` as const)

/** The figures that the company sets (rules/settings.md#company-settings), by subject; those of a feature only when it is switched on. */
export const ruleGroups: readonly SettingGroup[] = [
  {
    title: 'Tilaukset',
    names: ['tilausraja_klo', 'tilausraja_paivia', 'oletusterminaali'],
    inputs: { oletusterminaali: (input) => <TerminalField {...input} /> },
    descriptions: {
      tilausraja_klo: 'Myöhemmin tilaavalle ehdotetaan seuraavaa päivää; tyhjänä ei rajaa',
      tilausraja_paivia: '0: toimituspäivänä, 1: edellisenä arkipäivänä',
      oletusterminaali: 'Terminaali, kun siirrossa ei valita muuta',
    },
  },
  {
    title: 'Uudet asiakkaat',
    names: ['maksuehto', 'saa_jattaa'],
    descriptions: {
      maksuehto: 'Oletus, jonka voi muuttaa asiakkaan tiedoissa',
      saa_jattaa: 'Oletus, jonka voi muuttaa asiakkaan tiedoissa',
    },
  },
  {
    title: 'Seurantasivu',
    names: ['seuranta_kuljettajan_puhelin'],
    descriptions: { seuranta_kuljettajan_puhelin: 'Vain, kun kuljettaja on tuomassa tavaroita' },
  },
  {
    title: 'Arvonlisävero',
    names: ['alv'],
    inputs: { alv: (input) => <DatedRowsField input={input} rows={vatRows} /> },
    wide: true,
  },
  {
    title: 'Päästöt',
    names: ['paastot_asiakirjoissa', 'paastokertoimet'],
    inputs: { paastokertoimet: (input) => <DatedRowsField input={input} rows={emissionRows} /> },
    wide: true,
  },
  {
    title: 'Tekstiviestit',
    feature: 'tekstiviestit',
    names: ['tekstiviesteja_paivassa', 'hiljaisuus_alkaa', 'hiljaisuus_paattyy'],
    descriptions: {
      hiljaisuus_alkaa: 'Kuljettaja saa illalla tulleista tilauksista viestin aamulla',
      hiljaisuus_paattyy: 'Sama tunti molemmissa: viestejä lähtee koko vuorokauden',
    },
  },
  {
    title: 'Vanheneminen',
    names: ['muistutuspaivat'],
    inputs: { muistutuspaivat: (input) => <DaysField {...input} /> },
    descriptions: { muistutuspaivat: 'Katsastukset, ammattipätevyydet ja piirturikortit' },
  },
  {
    title: 'Työaika',
    names: ['jakson_alku', 'sijaintien_sailytys'],
    descriptions: {
      jakson_alku: 'Jonkin kahden viikon jakson ensimmäinen maanantai',
      sijaintien_sailytys: 'Tämän jälkeen paikat poistetaan kirjauksista',
    },
  },
  {
    title: 'Työajan laskenta',
    names: ['tyoajan_saannot'],
    inputs: { tyoajan_saannot: (input) => <WorktimeRulesField input={input} /> },
    descriptions: { tyoajan_saannot: 'Uusi sopimus on uusi rivi; aiemmat kirjaukset lasketaan oman päivänsä säännöillä' },
    wide: true,
  },
  {
    title: 'Ajoonlähtö',
    names: ['ajoonlahtotarkastus'],
    descriptions: { ajoonlahtotarkastus: 'Mitä kuljettaja tarkastaa autosta ennen ajoa, yksi kohta rivillä; tyhjänä ei tarkastuslistaa' },
  },
  {
    title: 'Palkka-aineisto',
    names: ['palkka_muoto', 'palkka_sahkoposti', ...payCodeNames],
    descriptions: {
      palkka_sahkoposti: 'Osoite, johon työaikakirjaukset lähetetään',
      palkkalaji_tyoaika: 'Palkanlaskennan oma numero; tyhjänä aikaa ei lähetetä Fivaldin ja Fennoan aineistoissa',
    },
  },
  {
    title: 'Päivän ajot',
    feature: 'tyovuorot',
    names: ['pysahdyksen_minuutit', 'kollin_minuutit'],
    descriptions: {
      pysahdyksen_minuutit: 'Aika ovella, kun lähetyksellä ei ole omaa aikaa',
      kollin_minuutit: 'Lastaus tai purku, minuutteja kollia kohti',
    },
  },
  { title: 'Reitit ja sopimustuntityöt', names: ['tilauksia_etukateen'] },
  { title: 'Kirjautuminen', names: ['istunnon_enimmaisika'] },
  { title: 'Tiedostot', names: ['tiedoston_enimmaiskoko', 'latauksia_paivassa', 'latauksia_paivassa_mt'] },
]

function TerminalField({ label, description, value, onChange, error, 'data-path': path }: InputProps) {
  const terminals = useTerminals()
  const chosen = typeof value === 'string' && value !== '' ? value : null
  return (
    <SearchSelect
      {...{ label, error }}
      {...(description ? { description } : {})}
      placeholder="Ei oletusta"
      nothingFoundMessage="Ei löytynyt"
      clearable
      data={[...terminals]}
      value={chosen}
      onChange={(id) => onChange(id ?? '')}
      data-path={path}
    />
  )
}
