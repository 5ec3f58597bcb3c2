import { Alert, Anchor, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { normalizedBusinessId, type SimilarCustomer, similarities } from '#domain/features/customers/similar-customers.ts'
import classes from '../customers.module.css'
import { similarQuery } from './similar-query.ts'

/** Shorter names are similar to too many others. */
const minLetters = 3

/** Shows existing customers similar to the new customer that is being typed. */
export function SimilarNote({ nimi, y_tunnus }: { nimi: string; y_tunnus: string }) {
  const typed = { nimi: nimi.trim(), y_tunnus: normalizedBusinessId(y_tunnus) }
  const [name] = useDebouncedValue(typed.nimi, 300)
  const compared = { nimi: name.length < minLetters ? '' : name, y_tunnus: typed.y_tunnus }
  const { data } = useQuery({
    ...similarQuery(compared),
    enabled: compared.nimi !== '' || compared.y_tunnus !== '',
    placeholderData: (before) => before,
  })
  const matches = compared.nimi === '' && compared.y_tunnus === '' ? [] : (data?.data ?? [])
  // The live region is always rendered, so that screen readers announce its content when it appears.
  return <div role="status">{matches.length > 0 && <Matches title="Onko tämä jo asiakas?" matches={matches} />}</div>
}

type Props = { title: string; matches: readonly SimilarCustomer[]; action?: (customer: SimilarCustomer) => ReactNode }

export function Matches({ title, matches, action }: Props) {
  return (
    <Alert color="yellow" variant="light" icon={<IconUsers size={20} aria-hidden />} title={title}>
      <ul className={classes.matches}>
        {matches.map((customer) => (
          <li key={customer.id}>
            <Anchor fw={550} renderRoot={(props) => <Link to="/asiakas/$id" params={{ id: customer.id }} {...props} />}>
              {customer.name}
            </Anchor>
            <Text size="sm">
              {[customer.tunniste, customer.y_tunnus, ...customer.syyt.map((reason) => similarities[reason])].filter(Boolean).join(' · ')}
            </Text>
            {action?.(customer)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
