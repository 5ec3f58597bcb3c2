import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { startOfDay } from '#domain/values/time/time.ts'
import type { EntityRow } from '#web/data/row.ts'
import { InspectionDay } from '#web/features/cars/inspection-day.tsx'
import { driversToday } from '#web/features/orders/drivers-today.ts'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { RelatedRows } from '#web/kit/entity/related-rows.tsx'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import { formatDate } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { register } from './cars.tsx'

/** `auto/:id`; also the page of a new car. */
export function PageScreen() {
  const { id } = useParams({ from: '/auto/$id' })
  return (
    <EntityPage
      register={register}
      id={id}
      sections={[{ title: 'Tiedot', fields: ['rekisterinumero', 'name', 'kustannuspaikka', 'mapon_id', 'seuraava_katsastus'] }]}
      detail={(car) => (
        <>
          Katsastus <InspectionDay day={car.seuraava_katsastus} />
          <DriverToday car={car.id} />
        </>
      )}
      related={(car) => (
        <RelatedRows
          entity="huolto"
          via="auto"
          of={car.id}
          title="Huoltoloki"
          addLabel="Lisää merkintä"
          fields={['name', 'paiva', 'info', 'kuvat', 'tehty']}
          initial={{ paiva: startOfDay(nowSeconds()) }}
          sort={['-paiva', '-created']}
          show={(note) => <Note note={note} />}
          empty="Ei merkintöjä."
        />
      )}
    />
  )
}

function Note({ note }: { note: EntityRow<'huolto'> }) {
  return (
    <>
      <Text fw={550}>{[note.name, formatDate(note.paiva), note.tehty && 'tehty'].filter(Boolean).join(' · ')}</Text>
      <Text style={{ whiteSpace: 'pre-line' }}>{note.info}</Text>
      {note.kuvat.map((kuva, index) => (
        <StoredPicture key={kuva} uri={`/file/${kuva}`} alt={`${note.tunniste}, kuva ${index + 1}`} />
      ))}
    </>
  )
}

/** Shows administrators who drives the car today. */
function DriverToday({ car }: { car: string }) {
  const enabled = holdsAny(useSession(), ['yllapito'])
  const { data } = useQuery({ ...driversToday, enabled })
  const names = data?.data.filter(({ auto }) => auto?.id === car).map(({ name }) => name) ?? []
  return names.length > 0 && ` · tänään ${names.join(', ')}`
}
