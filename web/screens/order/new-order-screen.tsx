import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { billingFieldsFrom, defaultBillingAddress } from '#domain/entities/order/order.billing.ts'
import { newId } from '../../data/row.ts'
import { CustomerSelect } from '../../kit/customer-select.tsx'
import { Page, usePageTitle } from '../../kit/page.tsx'
import { usePageSearch } from '../../kit/page-search.ts'
import { useSession } from '../../session/session.ts'
import { Section } from '../../ui/section.tsx'
import { ErrorState, SectionSkeleton } from '../../ui/states.tsx'
import { showDone } from '../../ui/undo-toast.tsx'
import { type Customer, customerQuery } from './order-data.ts'
import { OrderForm, type OrderFormApi } from './order-form.tsx'
import { NewOrderButtons } from './order-summary.tsx'
import { blankOrder, nextOrder, type OrderValues } from './order-values.ts'

const title = 'Uusi tilaus'

/** `tilaus/new`. Customers order for their own company; administrators say first whose order it is (`?asiakas=` keeps it). */
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

type CustomerOrderProps = { asiakas: string; staff: boolean; onChange: () => void }

function CustomerOrder({ asiakas, staff, onChange }: CustomerOrderProps) {
  const customer = useQuery(customerQuery(asiakas))
  if (customer.isError && !customer.data) {
    return (
      <Page title={title}>
        <ErrorState retry={() => void customer.refetch()} />
      </Page>
    )
  }
  if (!customer.data) {
    return (
      <Page title={title}>
        <SectionSkeleton lines={4} />
        <SectionSkeleton lines={6} />
      </Page>
    )
  }
  return <Forms customer={customer.data} staff={staff} onChange={onChange} />
}

function firstOrder({ name, addresses }: Customer): OrderValues {
  return blankOrder({ ...billingFieldsFrom(defaultBillingAddress(addresses), name), laskutus_viesti: '' }, newId)
}

type FormsProps = { customer: Customer; staff: boolean; onChange: () => void }

/** One form after another: "Tilaa ja tee uusi" begins a fresh one from the same pickup. */
function Forms({ customer, staff, onChange }: FormsProps) {
  const navigate = useNavigate()
  const [initial, setInitial] = useState(() => firstOrder(customer))
  const [saving, setSaving] = useState<'open' | 'again' | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const again = useRef(false)

  // The next order begins at the delivery: the pickup is filled.
  useEffect(() => {
    if (!again.current || initial.id === '') return
    again.current = false
    area.current?.querySelector<HTMLElement>('input')?.focus()
  }, [initial.id])

  const order = async (api: OrderFormApi, then: 'open' | 'again') => {
    if (saving) return
    setSaving(then)
    const values = api.form.getValues()
    const result = await api.save()
    setSaving(null)
    if (!result.done) return
    if (then === 'open' || result.edited) {
      await navigate({ href: `/tilaus/${result.id}?vastaanotettu=${result.edited ? 'aiemmin' : '1'}` })
      return
    }
    showDone(`Tilaus ${result.number} vastaanotettu`)
    again.current = true
    setInitial(nextOrder(values, newId))
    window.scrollTo({ top: 0 })
  }
  return (
    <div ref={area}>
      <OrderForm
        key={initial.id}
        title={title}
        top={
          staff && (
            <Section
              title={customer.name}
              aside={
                <Button variant="subtle" size="compact-md" aria-label="Vaihda: Asiakas" onClick={onChange}>
                  Vaihda
                </Button>
              }
            >
              <Group gap="xs">
                <Text c="dimmed">Tilaus tehdään tälle asiakkaalle.</Text>
              </Group>
            </Section>
          )
        }
        name={staff ? `tilaus.new.${customer.id}` : 'tilaus.new'}
        initial={initial}
        stored={null}
        asiakas={customer.id}
        customer={customer}
        staff={staff}
        buttons={(api) => <NewOrderButtons saving={saving} onSave={(then) => void order(api, then)} />}
        onSubmit={(api) => void order(api, 'open')}
      />
    </div>
  )
}
