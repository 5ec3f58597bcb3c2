import { CustomerEmissions } from '#web/features/emissions/customer-emissions.tsx'
import { CustomerNow } from '#web/features/invoicing/customer-now.tsx'
import { CustomerRentals } from '#web/features/rentals/customer-rentals.tsx'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { holdsAny, useSession } from '#web/session/session.ts'
import { hasFeature } from '#web/session/settings.ts'
import { customerInputs } from './customer-inputs.tsx'
import { register } from './customers.tsx'
import { MergeButton } from './merge/merge-button.tsx'
import { SimilarCustomers, useSimilarCustomers } from './merge/similar-customers.tsx'
import { Addresses, Contacts } from './sections/addresses.tsx'
import { BillingAddresses } from './sections/billing-addresses.tsx'
import { Months } from './sections/months.tsx'
import { Orders } from './sections/orders.tsx'
import { HourlyPrices, PriceLists } from './sections/prices.tsx'
import { Users } from './sections/users.tsx'

const rentalPrices = ['vuokrattava_hyllypaikka_fin_hinta', 'vuokrattava_hyllypaikka_eur_hinta', 'vuokrattava_tila_hinta'] as const

/** A customer with its related rows, for administrators and the customer's users. */
export function CustomerPage({ id }: { id: string }) {
  const session = useSession()
  const isStaff = holdsAny(session, ['yllapito'])
  const matches = useSimilarCustomers(id, isStaff)
  const managesUsers = holdsAny(session, ['yllapito', 'asiakas_yllapito'])
  return (
    <EntityPage
      register={register}
      id={id}
      sections={[
        {
          title: 'Perustiedot',
          fields: [
            'name',
            'y_tunnus',
            'tyyppi',
            'talenom_asiakasnumero',
            'maksuehto',
            'maksuehto_sovittu',
            'laskutusvali',
            'saa_jattaa',
            'lisatiedot',
          ],
        },
        { title: 'Ilmoitukset sähköpostiin', fields: ['tilausvahvistus_email', 'myohastymisviesti_email', 'toimitusviesti_email'] },
        { title: 'Käyntiosoite ja noutopaikat', fields: ['kayntiosoite', 'nouto_osoite'] },
        { title: 'Vuokrahinnat, alv 0 %', fields: rentalPrices },
      ]}
      first={(customer) => isStaff && <CustomerNow customer={customer.id} />}
      inputs={customerInputs(id)}
      actions={(customer) => isStaff && customer.status === 1 && <MergeButton customer={customer.id} />}
      aside={(customer) => matches.length > 0 && <SimilarCustomers customer={customer} matches={matches} />}
      related={(customer) => (
        <>
          <Orders customer={customer.id} />
          <Contacts customer={customer.id} />
          <Addresses customer={customer} />
          <BillingAddresses customer={customer.id} />
          {managesUsers && <Users customer={customer.id} />}
          <HourlyPrices customer={customer.id} />
          {isStaff && <PriceLists customer={customer.id} />}
          {hasFeature('vuokraukset') && <CustomerRentals customer={customer.id} />}
          <Months customer={customer.id} />
          <CustomerEmissions customer={customer.id} />
        </>
      )}
    />
  )
}
