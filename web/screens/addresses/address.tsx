import { linkOptions, useParams } from '@tanstack/react-router'
import { AddressContact } from '#web/features/addresses/address-contact.tsx'
import { addressInputs, CoordinateInput, LocationSource } from '#web/features/addresses/address-inputs.tsx'
import { LocationMap } from '#web/features/addresses/location-map.tsx'
import { PlaceActions } from '#web/features/addresses/place-actions.tsx'
import { savedPlace } from '#web/features/addresses/places.ts'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { holdsAny, useSession } from '#web/session/session.ts'
import { register } from './addresses.tsx'

const start = linkOptions({ to: '/' })

/** `postiosoite/:id`, also for a new address. Drivers open it on a phone, so the buttons for calling and navigation come first. */
export function PageScreen() {
  const { id } = useParams({ from: '/postiosoite/$id' })
  const hasList = holdsAny(useSession(), ['yllapito'])
  return (
    <EntityPage
      register={hasList ? register : { ...register, list: start }}
      id={id}
      sections={[
        {
          title: 'Osoite',
          fields: [
            'name',
            'tyyppi',
            'field_osoite_1',
            'field_osoite_2',
            'field_postinumero',
            'field_postitoimipaikka',
            'field_maa',
            'puhelin',
          ],
        },
        { title: 'Lisätiedot', fields: ['asiakas', 'yhteyshenkilo', 'lisatiedot'] },
        {
          title: 'Sijainti',
          fields: ['lat', 'lng', 'sijainti_lahde'],
          below: (content, set) => <LocationMap content={content} set={set} />,
        },
      ]}
      inputs={{
        ...addressInputs,
        sijainti_lahde: (_, content) => <LocationSource content={content} />,
        lat: (input, _, set) => <CoordinateInput input={input} name="lat" set={set} />,
        lng: (input, _, set) => <CoordinateInput input={input} name="lng" set={set} />,
      }}
      actions={(row) => <PlaceActions place={savedPlace(row)} at={pointOf(row)} />}
      related={(row) => row.yhteyshenkilo && <AddressContact id={row.yhteyshenkilo} />}
    />
  )
}

type PointFields = { lat: number | null; lng: number | null; sijainti_arvio: boolean }

/** The exact point; null for an estimate, because navigation by the street is more exact than by the centre of a postal code. */
const pointOf = ({ lat, lng, sijainti_arvio }: PointFields) => (sijainti_arvio || lat === null || lng === null ? null : { lat, lng })
