import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { knownRoles, roleLabels } from '#domain/access/roles.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useSession } from '../../session/session.ts'
import { useSettings } from '../../session/settings.ts'
import { Section } from '../../ui/section.tsx'

const listed = new Intl.ListFormat('fi', { type: 'disjunction' })

/** Says which role the page requires, and who can grant it. */
export function AccessDeniedScreen() {
  const { needed: roles = [] } = useLocation({ select: ({ state }) => state })
  const session = useSession()
  const { supportMail, supportPhone } = useSettings()
  const needed = roles.map((role) => roleLabels[role])
  const held = knownRoles(session?.user.roles ?? []).map((role) => roleLabels[role])
  return (
    <Page focus="heading" title="Pääsy kielletty" width="narrow">
      <Section title={needed.length > 0 ? `Sivu vaatii roolin ${listed.format(needed)}` : 'Sinulla ei ole oikeutta tähän sivuun'}>
        {held.length > 0 && <Text mb="sm">Sinun roolisi: {held.join(', ')}.</Text>}
        <Text mb="md">
          Pyydä oikeutta yrityksesi ylläpitäjältä tai tuelta
          {supportPhone && (
            <>
              {': '}
              <Anchor href={`tel:${supportPhone.replace(/\s/g, '')}`} style={{ whiteSpace: 'nowrap' }}>
                {supportPhone}
              </Anchor>
            </>
          )}
          {supportMail && (
            <>
              {supportPhone ? ', ' : ': '}
              <Anchor href={`mailto:${supportMail}`}>{supportMail}</Anchor>
            </>
          )}
          .
        </Text>
        <Group>
          <Button component={Link} to="/">
            Etusivulle
          </Button>
          <Button component={Link} to="/logout" variant="default">
            Vaihda käyttäjää
          </Button>
        </Group>
      </Section>
    </Page>
  )
}
