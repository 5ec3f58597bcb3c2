import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { uninvoicedCustomersCall } from '#domain/features/invoicing/uninvoiced-customers.ts'
import { callApi } from '#web/data/api-call.ts'
import { listQuery } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { showPhone } from '#web/features/addresses/places.ts'
import { useOrderCounts } from '#web/features/orders/list/order-counts.ts'
import { late, open } from '#web/features/orders/list/order-filters.ts'
import { formatCount, formatEuros, plural } from '#web/kit/format.ts'
import { Facts } from '#web/kit/page/facts.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import { Section } from '#web/ui/section.tsx'

/** How things stand with the customer: its open and late orders, what is not invoiced yet, and whom to call. For administrators. */
export function CustomerNow({ customer }: { customer: string }) {
  const ofCustomer = { 'asiakas.id': customer }
  const counts = useOrderCounts({ open: { all: [open, ofCustomer] }, late: { all: [late(nowSeconds()), ofCustomer] } })
  return (
    <Section title="Nyt">
      <Facts
        facts={[
          {
            label: 'Avoimet tilaukset',
            value: (
              <>
                <Anchor fw={560} renderRoot={(props) => <Link to="/tilaukset" search={{ asiakas: customer }} {...props} />}>
                  {formatCount(counts.open ?? 0)}
                </Anchor>
                {(counts.late ?? 0) > 0 && (
                  <Anchor
                    fw={560}
                    c="var(--kuorma-late)"
                    renderRoot={(props) => <Link to="/tilaukset" search={{ asiakas: customer, nakyma: 'myohassa' }} {...props} />}
                  >
                    {` · ${plural(counts.late ?? 0, 'myöhässä', 'myöhässä')}`}
                  </Anchor>
                )}
              </>
            ),
          },
          { label: 'Laskuttamatta, alv 0 %', value: <Uninvoiced customer={customer} /> },
          { label: 'Yhteyshenkilö', value: <FirstContact customer={customer} /> },
        ]}
      />
    </Section>
  )
}

function Uninvoiced({ customer }: { customer: string }) {
  const input = { asiakas_id: customer, sort: 'timestamp_toimitettu' } as const
  const { data } = useQuery({
    queryKey: queryKeys.call(uninvoicedCustomersCall.path, input),
    queryFn: ({ signal }) => callApi(uninvoicedCustomersCall, input, { signal }),
  })
  if (!data) return null
  const [found] = data.data
  if (!found) return 'Ei laskutettavaa'
  return (
    <Anchor fw={560} renderRoot={(props) => <Link to="/laskuta" search={{ asiakas: customer }} {...props} />}>
      {formatEuros(found.summa)} · {plural(found.tilauksia, 'tilaus', 'tilausta')}
    </Anchor>
  )
}

/** The first contact with a phone number, or the first one. */
function FirstContact({ customer }: { customer: string }) {
  const { data } = useQuery(
    listQuery('yhteyshenkilo', {
      filter: { 'asiakas.id': customer },
      fields: { yhteyshenkilo: ['etunimi', 'sukunimi', 'puhelin', 'email'] },
      sort: ['drupal_internal__id'],
      page: { limit: 50 },
    }),
  )
  if (!data) return null
  const contact = data.rows.find(({ puhelin }) => puhelin !== '') ?? data.rows[0]
  if (!contact) return 'Ei yhteyshenkilöitä'
  const { etunimi, sukunimi, puhelin, email } = contact
  return (
    <>
      {`${etunimi} ${sukunimi}`.trim()}{' '}
      {puhelin !== '' ? <a href={`tel:${puhelin}`}>{showPhone(puhelin)}</a> : email !== '' && <a href={`mailto:${email}`}>{email}</a>}
    </>
  )
}
