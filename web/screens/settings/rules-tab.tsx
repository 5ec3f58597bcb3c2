import { useTerminals } from '#web/features/cars/fleet.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { DaysField } from './days-field.tsx'
import type { SettingGroup } from './settings-form.tsx'
import { VatField } from './vat-field.tsx'

/** The figures that the company sets (rules/settings.md#company-settings), by subject. */
export const ruleGroups: readonly SettingGroup[] = [
  {
    title: 'Tilaukset',
    names: ['oletusterminaali'],
    inputs: { oletusterminaali: (input) => <TerminalField {...input} /> },
    descriptions: { oletusterminaali: 'Terminaali, kun siirrossa ei valita muuta' },
  },
  {
    title: 'Arvonlisävero',
    names: ['alv'],
    inputs: { alv: (input) => <VatField {...input} /> },
    wide: true,
  },
  {
    title: 'Tekstiviestit',
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
