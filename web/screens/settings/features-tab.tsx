import { Stack, Switch, Text } from '@mantine/core'
import { type FeatureName, featureLabels, featureNames } from '#domain/model/features.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import type { SettingGroup } from './settings-form.tsx'

/** What goes when the feature is switched off. */
const descriptions: Readonly<Record<FeatureName, string>> = {
  varauma: 'Lavapaikan tai pakettiauton varaus tuoterivillä',
  useat_tuotteet: 'Useita tuoterivejä yhdellä tilauksella',
  tekstiviestit: 'Viestit kuljettajille, myös uusista tilauksista',
  osoitteiden_hallinta: 'Tallennettujen osoitteiden lisääminen ja muuttaminen',
  siirto_terminaaliin: 'Siirrot terminaaliin; matkalla olevat viedään loppuun',
  lisatyot: 'Tuntityöt kuljetustilauksen lisätyönä',
  reitit: 'Vakioreitit',
  reitin_optimointi: 'Pysähdysten järjestäminen',
  vuokraukset: 'Hyllypaikkojen ja tilojen vuokraus',
  tuntituote_toisto: 'Toistuvat tuntityöt',
  tyovuorot: 'Työvuorot ja työreitit',
}

export const featureGroups: readonly SettingGroup[] = [
  {
    title: 'Toiminnot',
    description: (
      <Text c="dimmed">
        Poissa käytöstä oleva toiminto katoaa kaikilta. Sen tiedot säilyvät ja palaavat, kun toiminto otetaan käyttöön.
      </Text>
    ),
    names: ['poissa_kaytosta'],
    inputs: { poissa_kaytosta: (input) => <FeatureSwitches {...input} /> },
    wide: true,
  },
]

function FeatureSwitches({ value, onChange, 'data-path': path }: InputProps) {
  const off = Array.isArray(value) ? value.map(String) : []
  const set = (name: FeatureName, isOn: boolean) => onChange(featureNames.filter((one) => (one === name ? !isOn : off.includes(one))))
  return (
    <Stack gap="md" data-path={path}>
      {featureNames.map((name) => (
        <Switch
          key={name}
          label={featureLabels[name]}
          description={descriptions[name]}
          checked={!off.includes(name)}
          onChange={(event) => set(name, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}
