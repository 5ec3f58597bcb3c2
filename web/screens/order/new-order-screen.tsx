import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { billingFieldsFrom, defaultBillingAddress } from '#domain/entities/order/order.billing.ts'
import { CustomerSelect } from '#web/features/customers/customer-select.tsx'
import { FavouriteLinks } from '#web/features/orders/favourites/favourite-links.tsx'
import { Page, usePageTitle } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { newId } from '../../data/row.ts'
import { useSession } from '../../session/session.ts'
import { Section } from '../../ui/section.tsx'
import { NewOrderForms } from './new-order-forms.tsx'
import { type Customer, customerQuery } from './order-data.ts'
import { blankOrder, type OrderValues } from './order-values.ts'
import { OrderPending } from './with-order.tsx'

const title = 'Uusi tilaus'

/** `tilaus/new`. Customers order for themselves; administrators first choose the customer, which `?asiakas=` stores in the address. */
export function NewOrderScreen() {
  const session = useSession()
  const { search, set } = usePageSearch()
  usePageTitle(title)
  const staff = session?.user.roles.includes('yllapito') ?? false
  const asiakas = staff ? search.asiakas : session?.asiakas?.id
  if (!asiakas) {
    return (
      <Page title={title}>
        <Section title="Kenelle tilaus tehdään">
          {staff ? (
            <CustomerSelect onChoose={({ id }) => set({ asiakas: id })} />
          ) : (
            <Text>Käyttäjätunnuksesi ei kuulu millekään asiakkaalle. Ota yhteyttä tukeen.</Text>
          )}
        </Section>
      </Page>
    )
  }
  return <CustomerOrder key={asiakas} asiakas={asiakas} staff={staff} onChange={() => set({ asiakas: undefined })} />
}

function firstOrder({ name, addresses }: Customer): OrderValues {
  return blankOrder({ ...billingFieldsFrom(defaultBillingAddress(addresses), name), laskutus_viesti: '' }, newId)
}

type CustomerOrderProps = { asiakas: string; staff: boolean; onChange: () => void }

function CustomerOrder({ asiakas, staff, onChange }: CustomerOrderProps) {
  const { data: customer, isError, refetch } = useQuery(customerQuery(asiakas))
  if (!customer) return <OrderPending title={title} {...(isError ? { retry: () => void refetch() } : {})} />
  return (
    <NewOrderForms
      title={title}
      customer={customer}
      staff={staff}
      first={() => firstOrder(customer)}
      name={staff ? `tilaus.paikat.new.${customer.id}` : 'tilaus.paikat.new'}
      top={
        <>
          {staff && <ForCustomer name={customer.name} onChange={onChange} />}
          <FavouriteLinks customer={asiakas} />
        </>
      }
    />
  )
}

function ForCustomer({ name, onChange }: { name: string; onChange: () => void }) {
  return (
    <Section
      title={name}
      aside={
        <Button variant="subtle" size="compact-md" aria-label="Vaihda: Asiakas" onClick={onChange}>
          Vaihda
        </Button>
      }
    >
      <Text c="dimmed">Tilaus tehdään tälle asiakkaalle.</Text>
    </Section>
  )
}
