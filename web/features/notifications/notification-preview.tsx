import { Text } from '@mantine/core'
import { type Role, roleLabels, roles } from '#domain/access/roles.ts'
import { mayTouchRow } from '#domain/access/row-rights.ts'
import { RowNames } from '#web/kit/entity/fields/relation-field.tsx'
import type { Content } from '#web/kit/entity/fields/row-fields.ts'
import { formatMoment } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { Section } from '#web/ui/section.tsx'
import { BellRow } from './bell-row.tsx'
import classes from './notification-preview.module.css'

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** When it is shown, in words. */
function timeText({ start, end, disabled }: Content, now: number): string {
  if (disabled === true) return 'Pois käytöstä: ei näy kenellekään.'
  const [from, to] = [numberOf(start), numberOf(end)]
  if (to > 0 && to <= now) return `Päättyi ${formatMoment(to)}.`
  const begins = from > now ? `Näkyy ${formatMoment(from)} alkaen` : 'Näkyy nyt'
  return `${begins}${to > 0 ? `, ${formatMoment(to)} asti` : ''}, kunnes kukin ohittaa sen.`
}

/** A notification as each role sees it in the bell while it is shown, by the same policy that decides it on the server. */
export function NotificationPreview({ content }: { content: Content }) {
  const now = nowSeconds()
  const message = typeof content.message === 'string' && content.message.trim() !== '' ? content.message : 'Viesti puuttuu.'
  const shownAt = Math.max(numberOf(content.start), now)
  const row = { ...content, end: 0, roles: listOf(content.roles), henkilot: listOf(content.henkilot) }
  const isPersonal = content.tyyppi === 'PERSONAL'
  const sees = (role: Role): boolean =>
    role === 'yllapito'
      ? // Administrators read every notification; their bell shows what is for them.
        !isPersonal && content.disabled !== true && row.roles.includes(role)
      : mayTouchRow('notification', 'update', { row, viewer: { roles: [role], userId: '', asiakasId: null }, now: shownAt }) === true
  const entry = { laji: 'ilmoitus', kohde: null, message, aika: shownAt } as const
  return (
    <Section title="Esikatselu" aside={timeText(content, now)}>
      {isPersonal ? (
        <div className={classes.one}>
          <Text fw={550}>
            <RowNames entity="user" ids={row.henkilot} />
          </Text>
          {content.disabled === true || row.henkilot.length === 0 ? <Hidden /> : <BellRow entry={entry} now={now} />}
        </div>
      ) : (
        <ul className={classes.roles} aria-label="Kuka näkee">
          {roles.map((role) => (
            <li key={role} className={classes.one} data-hidden={!sees(role) || undefined}>
              <Text fw={550}>{roleLabels[role]}</Text>
              {sees(role) ? <BellRow entry={entry} now={now} /> : <Hidden />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const Hidden = () => (
  <Text size="sm" c="dimmed">
    Ei näy
  </Text>
)
