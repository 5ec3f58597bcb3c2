import { useParams } from '@tanstack/react-router'
import { startOfDay } from '#domain/values/time/time.ts'
import { CarNow } from '#web/features/cars/car-now.tsx'
import { DepartureCheckNote } from '#web/features/cars/departure-check-note.tsx'
import { MaintenanceNote } from '#web/features/cars/maintenance-note.tsx'
import { ReportFault } from '#web/features/cars/report-fault.tsx'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { RelatedRows } from '#web/kit/entity/related-rows.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { register } from './cars.tsx'

/** `auto/:id`; also the page of a new car. */
export function PageScreen() {
  const { id } = useParams({ from: '/auto/$id' })
  const session = useSession()
  return (
    <EntityPage
      register={register}
      id={id}
      sections={[
        { title: 'Tiedot', fields: ['rekisterinumero', 'name', 'kustannuspaikka', 'mapon_id', 'seuraava_katsastus'] },
        { title: 'Kuorma', fields: ['kantavuus', 'lavapaikat', 'ajoneuvoluokka'] },
      ]}
      first={(car) => <CarNow car={car} />}
      actions={(car) => car.status === 1 && holdsAny(session, ['kuljettaja']) && <ReportFault car={car} />}
      related={(car) => (
        <>
          <RelatedRows
            entity="huolto"
            via="auto"
            of={car.id}
            title="Huoltoloki"
            addLabel="Lisää merkintä"
            fields={['name', 'paiva', 'info', 'kuvat', 'tehty']}
            initial={{ paiva: startOfDay(nowSeconds()) }}
            sort={['-paiva', '-created']}
            show={(entry) => <MaintenanceNote entry={entry} withDay />}
            empty="Ei merkintöjä."
          />
          {holdsAny(session, ['yllapito']) && (
            <RelatedRows
              entity="lahtotarkastus"
              via="auto"
              of={car.id}
              title="Ajoonlähtötarkastukset"
              addLabel=""
              fields={['tarkastettu', 'kohdat']}
              sort={['-tarkastettu', '-drupal_internal__id']}
              show={(check) => <DepartureCheckNote check={check} />}
              empty="Ei tarkastuksia."
            />
          )}
        </>
      )}
    />
  )
}
