import { Anchor, Button, List, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '#web/kit/page/page.tsx'
import { Section } from '../../ui/section.tsx'

/** A page that the person may open. */
export type KnownPage = { to: string; label: string }

/** Shown for an unknown address: lists the existing pages, searchable by name. */
export function NotFound({ pages }: { pages: readonly KnownPage[] }) {
  const [sought, setSought] = useState('')
  const found = pages.filter(({ label }) => label.toLocaleLowerCase('fi').includes(sought.trim().toLocaleLowerCase('fi')))
  return (
    <Page title="Sivua ei löydy" width="narrow">
      <Section title="Osoite on vanhentunut tai kirjoitettu väärin">
        <TextInput
          type="search"
          label="Hae sivuja"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
          mb="md"
        />
        <div aria-live="polite">
          {found.length > 0 ? (
            <List mb="md" listStyleType="none">
              {found.map(({ to, label }) => (
                <List.Item key={to}>
                  <Anchor component={Link} to={to} display="inline-block" py={12}>
                    {label}
                  </Anchor>
                </List.Item>
              ))}
            </List>
          ) : (
            <Text c="dimmed" mb="md">
              Haulla ei löytynyt sivua.
            </Text>
          )}
        </div>
        <Button component={Link} to="/">
          Etusivulle
        </Button>
      </Section>
    </Page>
  )
}
