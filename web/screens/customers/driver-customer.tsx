import { Button, Group, Stack, Text } from '@mantine/core'
import { IconNavigation, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mayRead } from '#domain/access/reach.ts'
import { nothingMatches } from '#domain/model/query/list-query.ts'
import { listQuery } from '#web/data/queries.ts'
import type { EntityRow } from '#web/data/row.ts'
import { addressOf, driveLink, savedPlace, showPhone } from '#web/features/addresses/places.ts'
import { rowQuery } from '#web/kit/entity/row-query.ts'
import { MissingRow, RowStates } from '#web/kit/entity/row-states.tsx'
import { othersText } from '#web/kit/format.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useSession } from '#web/session/session.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import classes from './customers.module.css'
import { register } from './customers.tsx'

const maxShown = 100

/** A customer for drivers (rules/access.md#customers): places with navigation, and contact persons with phone numbers. */
export function DriverCustomer({ id }: { id: string }) {
  const isReadable = mayRead('asiakas', useSession()?.user.roles ?? [])
  const query = useQuery({ ...rowQuery('asiakas', id), enabled: isReadable })
  // Maintenance staff read no customers (rules/access.md#customers), and repeated refusals would sign them out.
  if (!isReadable) return <MissingRow title={register.missingTitle} />
  if (query.data) return <Customer customer={query.data} />
  const text = 'Asiakas on poistettu, tai sinulla ei ole sen tilauksia ajossa.'
  return <RowStates label="Asiakas" missing={{ title: register.missingTitle, text }} query={query} />
}

function Customer({ customer }: { customer: EntityRow<'asiakas'> }) {
  const ofCustomer = { filter: { 'asiakas.id': customer.id }, page: { limit: maxShown } } as const
  const contacts = useQuery(listQuery('yhteyshenkilo', { ...ofCustomer, sort: ['sukunimi', 'etunimi'] }))
  const addresses = useQuery(listQuery('postiosoite', { ...ofCustomer, sort: ['name'] }))
  const mainIds = [customer.kayntiosoite, ...customer.nouto_osoite].filter((id) => id !== null)
  // Not picked from the list of all addresses, which is cut.
  const main = useQuery(
    listQuery('postiosoite', { filter: mainIds.length > 0 ? { id: mainIds } : nothingMatches, sort: ['name'], page: { limit: 250 } }),
  )
  const kindOf = ({ id }: EntityRow<'postiosoite'>) => (customer.kayntiosoite === id ? 'Käyntiosoite' : 'Noutopaikka')
  const mainPlaces = main.data?.rows
    .map((address) => ({ address, kind: kindOf(address) }))
    .toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0))
  const others = addresses.data?.rows.filter(({ id }) => !mainIds.includes(id))
  const otherCount = (addresses.data?.count ?? 0) - (main.data?.count ?? 0)
  return (
    <Page title={customer.name} focus="heading">
      <Stack gap="md">
        <Part title="Käynti- ja noutopaikat" empty="Ei käynti- tai noutopaikkoja." query={main} rows={mainPlaces}>
          {(place) => <Place key={place.address.id} {...place} />}
        </Part>
        <Part title="Yhteyshenkilöt" empty="Ei yhteyshenkilöitä." query={contacts} rows={contacts.data?.rows} count={contacts.data?.count}>
          {(contact) => <Contact key={contact.id} contact={contact} />}
        </Part>
        {others && otherCount > 0 && (
          <Part title="Muut osoitteet" empty="" query={addresses} rows={others} count={otherCount}>
            {(address) => <Place key={address.id} address={address} kind="" />}
          </Part>
        )}
      </Stack>
    </Page>
  )
}

type PartProps<T> = {
  title: string
  empty: string
  query: { isPending: boolean; refetch: () => Promise<unknown> }
  rows: readonly T[] | undefined
  /** The number of rows on the server, when `rows` may be only the first ones. */
  count?: number | undefined
  children: (row: T) => ReactNode
}

function Part<T>({ title, empty, query, rows, count = 0, children }: PartProps<T>) {
  if (query.isPending) return <SectionSkeleton lines={3} />
  return (
    <Section title={title}>
      {!rows ? (
        <ErrorState retry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ul className={classes.orders}>{rows.map((row) => children(row))}</ul>
      )}
      {rows && <Text c="dimmed">{othersText(rows.length, count)}</Text>}
    </Section>
  )
}

function Contact({ contact }: { contact: EntityRow<'yhteyshenkilo'> }) {
  const name = [contact.etunimi, contact.sukunimi].filter(Boolean).join(' ') || contact.tunniste
  return (
    <li className={classes.contact}>
      <Text fw={600} className={classes.person}>
        {name}
      </Text>
      {contact.puhelin && (
        <Call phone={contact.puhelin} name={name}>
          {showPhone(contact.puhelin)}
        </Call>
      )}
    </li>
  )
}

function Place({ address, kind }: { address: EntityRow<'postiosoite'>; kind: string }) {
  const place = savedPlace(address)
  const driveUrl = driveLink(place)
  return (
    <li className={classes.place}>
      <div>
        {kind && (
          <Text size="sm" c="dimmed">
            {kind}
          </Text>
        )}
        <Text fw={600}>{place.name || addressOf(place)}</Text>
        {place.name && <Text>{addressOf(place)}</Text>}
        {address.lisatiedot && <Text style={{ whiteSpace: 'pre-line' }}>{address.lisatiedot}</Text>}
      </div>
      {(address.puhelin || driveUrl) && (
        <Group gap="sm" grow wrap="nowrap">
          {address.puhelin && (
            <Call phone={address.puhelin} name={place.name}>
              Soita
            </Call>
          )}
          {driveUrl && (
            <Button
              component="a"
              href={driveUrl}
              target="_blank"
              rel="noreferrer"
              variant="default"
              size="lg"
              leftSection={<IconNavigation size={20} aria-hidden />}
              aria-label={`Navigoi: ${place.name || addressOf(place)}`}
            >
              Navigoi
            </Button>
          )}
        </Group>
      )}
    </li>
  )
}

const Call = ({ phone, name, children }: { phone: string; name: string; children: ReactNode }) => (
  <Button
    component="a"
    href={`tel:${phone}`}
    variant="default"
    size="lg"
    leftSection={<IconPhone size={20} aria-hidden />}
    aria-label={`Soita ${name} ${showPhone(phone)}`}
  >
    {children}
  </Button>
)
