import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { rowQuery } from '#web/kit/entity/row-query.ts'
import { Section } from '#web/ui/section.tsx'
import { showPhone } from './places.ts'

/** The contact person of an address; nothing if the viewer may not read it. */
export function AddressContact({ id }: { id: string }) {
  const { data } = useQuery(rowQuery('yhteyshenkilo', id))
  if (!data) return null
  const { etunimi, sukunimi, puhelin, email } = data
  return (
    <Section title="Yhteyshenkilö">
      <Group gap="md">
        <Text fw={550}>{`${etunimi} ${sukunimi}`.trim()}</Text>
        {puhelin && <Anchor href={`tel:${puhelin}`}>{showPhone(puhelin)}</Anchor>}
        {email && <Anchor href={`mailto:${email}`}>{email}</Anchor>}
      </Group>
    </Section>
  )
}
