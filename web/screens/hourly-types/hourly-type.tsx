import { Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { register } from './hourly-types.tsx'

/** `tuntityyppi/:id`; also the page of a new type. */
export function PageScreen() {
  const { id } = useParams({ from: '/tuntityyppi/$id' })
  return (
    <EntityPage
      register={register}
      id={id}
      sections={[
        {
          title: 'Hinnat, alv 0 %',
          fields: ['name', 'hinta_h', 'hinta_km', 'hinta_kpl'],
          below: () => (
            <Text c="dimmed" mt="sm">
              Tuntityö hinnoitellaan laskutusperusteen mukaan: aika, matka tai määrä. Asiakkaan oma hinta ohittaa tyypin hinnan.
            </Text>
          ),
        },
      ]}
    />
  )
}
