import { LogoField } from './logo-field.tsx'
import type { SettingGroup } from './settings-form.tsx'

/** What waybills, mail and the screens show of the company. An empty field is what the operator has configured. */
export const companyGroups: readonly SettingGroup[] = [
  {
    title: 'Yritys',
    names: ['yritys_nimi', 'yritys_y_tunnus', 'yritys_osoite'],
    descriptions: {
      yritys_nimi: 'Rahtikirjoilla, sähköposteissa ja näytöillä. Tyhjänä palvelimelle määritetty nimi.',
      yritys_osoite: 'Rahtikirjoilla, esimerkiksi Terminaalikatu 1, 33100 Tampere',
    },
  },
  {
    title: 'Laskuttaja',
    names: [
      'yritys_katuosoite',
      'yritys_postinumero',
      'yritys_postitoimipaikka',
      'yritys_iban',
      'yritys_bic',
      'yritys_verkkolaskuosoite',
      'yritys_valittaja',
    ],
    descriptions: {
      yritys_katuosoite: 'Laskuilla; tyhjänä yrityksen osoite',
      yritys_iban: 'Tili, jolle laskut maksetaan. Ilman sitä laskuja ei voi lähettää.',
      yritys_verkkolaskuosoite: 'Osoite, josta verkkolaskut lähtevät, esimerkiksi 003712345671',
    },
  },
  { title: 'Tuki', names: ['tuki_puhelin', 'tuki_sahkoposti'], descriptions: { tuki_puhelin: 'Näkyy kaikille sivun yläosassa' } },
  { title: 'Logo', names: ['yritys_logo'], inputs: { yritys_logo: (input) => <LogoField {...input} /> }, wide: true },
]
