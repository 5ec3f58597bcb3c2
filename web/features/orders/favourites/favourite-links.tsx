import { Group, Text } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '#web/ui/link-button.tsx'
import { favouritesQuery } from './favourites.ts'

/** The customer's favourites above an empty form: one press fills it. */
export function FavouriteLinks({ customer }: { customer: string }) {
  const { data } = useQuery(favouritesQuery(customer))
  const orders = data?.rows.filter(({ tilaus }) => tilaus !== null) ?? []
  if (orders.length === 0) return null
  return (
    <Group component="nav" gap="xs" aria-label="Täytä suosikista">
      <Text component="span" c="dimmed">
        Täytä suosikista
      </Text>
      {orders.map(({ id, name, tilaus }) => (
        <LinkButton
          key={id}
          to="/tilaus/$id/clone"
          params={{ id: tilaus ?? '' }}
          variant="default"
          size="compact-md"
          leftSection={<IconStar size={16} aria-hidden />}
        >
          {name}
        </LinkButton>
      ))}
    </Group>
  )
}
