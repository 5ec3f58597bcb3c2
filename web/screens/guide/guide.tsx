import '../../ui/styles/all-styles.css'
import { Anchor, Tabs, Typography } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Role, roles } from '#domain/access/roles.ts'
import { DetailPage } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { Section } from '#web/ui/section.tsx'
import customer from '../../../docs/ohje/asiakas.md'
import customerAdministrator from '../../../docs/ohje/asiakas_yllapito.md'
import maintenance from '../../../docs/ohje/huolto.md'
import driver from '../../../docs/ohje/kuljettaja.md'
import dispatcher from '../../../docs/ohje/yllapito.md'
import { currentSession } from '../../session/session.ts'
import classes from './guide.module.css'

const pages: Readonly<Record<Role, typeof driver>> = {
  yllapito: dispatcher,
  kuljettaja: driver,
  asiakas: customer,
  asiakas_yllapito: customerAdministrator,
  huolto: maintenance,
}

/** The user guide: the pages of the person's own roles; an administrator, who advises the others, reads all. */
export function GuideScreen() {
  const navigate = useNavigate()
  const { search } = usePageSearch()
  const held = currentSession()?.user.roles ?? []
  const shown = held.includes('yllapito') ? roles : roles.filter((role) => held.includes(role))
  const role = shown.find((one) => one === search.rooli) ?? shown[0]
  if (!role) return null
  const { headings, html } = pages[role]
  return (
    <DetailPage
      title="Ohje"
      focus="heading"
      aside={
        <Section title="Tällä sivulla">
          <nav aria-label="Tällä sivulla" className={classes.contents}>
            {headings.map(({ id, text }) => (
              <Anchor key={id} href={`#${id}`}>
                {text}
              </Anchor>
            ))}
          </nav>
        </Section>
      }
    >
      {shown.length > 1 && (
        <Tabs value={role} onChange={(rooli) => rooli && void navigate({ to: '/ohje', search: { rooli } })}>
          <Tabs.List>
            {shown.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {pages[one].title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered when the app is built (tools/guide/guide-pages.ts) */}
      <Typography className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
    </DetailPage>
  )
}
