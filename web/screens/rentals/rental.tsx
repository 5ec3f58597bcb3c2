import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { BillingDates } from '#web/features/rentals/billing-dates.tsx'
import { RentalOrders } from '#web/features/rentals/rental-orders.tsx'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { FieldInput } from '#web/kit/entity/fields/field-input.tsx'
import { rowField } from '#web/kit/entity/fields/row-fields.ts'
import { rowQuery } from '#web/kit/entity/row-query.ts'
import { register } from './rentals.tsx'

/** `vuokraus/:id`, also for a new rental */
export function PageScreen() {
  const { id } = useParams({ from: '/vuokraus/$id' })
  const { data: stored = null } = useQuery({ ...rowQuery('vuokraus', id), enabled: id !== 'new' })
  return (
    <EntityPage
      register={register}
      id={id}
      sections={[
        { title: 'Vuokraus', fields: ['name', 'asiakas', 'tyyppi', 'maara', 'hinta', 'tila'] },
        {
          title: 'Laskutus',
          fields: ['laskutuspaiva', 'laskutuskausi', 'aktivointipaiva', 'ohitetut_paivat'],
          below: (content, set) => <BillingDates content={content} stored={stored} set={set} />,
        },
      ]}
      inputs={{
        hinta: (input) => (
          <FieldInput
            entity="vuokraus"
            described={rowField('vuokraus', 'hinta')}
            input={id === 'new' ? { ...input, description: 'Tyhjä: asiakkaan oma hinta' } : input}
          />
        ),
        // Edited in the list of dates below.
        ohitetut_paivat: () => false,
      }}
      related={(rental) => <RentalOrders rental={rental.id} />}
    />
  )
}
