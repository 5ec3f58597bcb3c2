import { Anchor, Text } from '@mantine/core'
import type { SettingGroup } from './settings-form.tsx'

export const privacyGroups: readonly SettingGroup[] = [
  {
    title: 'Tietosuojaseloste',
    description: (
      <Text c="dimmed">
        HTML-tekstiä: otsikot, kappaleet, luettelot, taulukot ja linkit. Muut merkinnät, kuten kuvat, tyylit ja ohjelmat, jätetään pois.
        Teksti näkyy kaikille osoitteessa{' '}
        <Anchor href="/tietosuojaseloste" target="_blank" rel="noopener">
          tietosuojaseloste
        </Anchor>
        .
      </Text>
    ),
    names: ['tietosuojaseloste'],
    wide: true,
  },
]
