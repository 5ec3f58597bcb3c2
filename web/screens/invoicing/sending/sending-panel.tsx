import { ActionIcon, Anchor, Button, Group, Loader, Progress, Text, VisuallyHidden } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatCount, plural } from '#web/kit/format.ts'
import { OutcomeIcon } from '#web/ui/badges/outcome-icon.tsx'
import classes from '../invoicing.module.css'
import type { useSending } from './use-sending.ts'

/** Results that are listed; of a large sending the others are counted in the title. */
const maxListed = 200

/**
 * The sending as it goes, and the result of each order; the failed ones come first and can be retried.
 * The page may be left at any time: the server makes and sends the rest.
 */
export function SendingPanel({ results, isQueueing, isRunning, retry, close }: ReturnType<typeof useSending>) {
  if (results.length === 0) return null
  const count = (outcome: string) => results.filter((one) => one.outcome === outcome).length
  const [underWay, failed, checked] = [count('under-way'), count('failed'), count('check')]
  const ended = results.length - underWay
  const of = results.length
  const done = isQueueing ? results.filter(({ refused }) => refused !== null).length : ended
  const isOver = underWay === 0
  const title = isOver
    ? [
        `${plural(count('sent'), 'tilaus', 'tilausta')} laskutettu`,
        failed > 0 ? `${formatCount(failed)} epäonnistui` : '',
        checked > 0 ? `${formatCount(checked)} tarkistettava` : '',
      ]
        .filter(Boolean)
        .join(', ')
    : isQueueing
      ? 'Muodostetaan laskuja'
      : 'Lähetetään laskuja'
  const sorted = ['failed', 'check', 'under-way', 'sent'].flatMap((outcome) => results.filter((one) => one.outcome === outcome))
  return (
    <section className={classes.results} aria-label="Laskujen lähetys" data-failed={(isOver && failed + checked > 0) || undefined}>
      <div className={classes.resultsHead}>
        <h2 aria-live="polite">{title}</h2>
        <Group gap="xs">
          {isOver && retry && (
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={isRunning}
              onClick={retry}
            >
              Lähetä epäonnistuneet uudelleen
            </Button>
          )}
          <Button component={Link} to="/laskut" size="compact-md" variant="subtle">
            Laskut
          </Button>
          {isOver && (
            <ActionIcon aria-label="Sulje tulokset" onClick={close}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </div>
      {!isOver && (
        <>
          <Text size="sm" role="status">
            {formatCount(done)} / {formatCount(of)} tilausta. Voit jatkaa muualla: lähetys etenee taustalla.
          </Text>
          <Progress value={of === 0 ? 0 : (100 * done) / of} aria-label="Lähetyksen eteneminen" mt={6} />
        </>
      )}
      <ul>
        {sorted.slice(0, maxListed).map(({ order, lasku, outcome, text }) => (
          <li key={order.id}>
            {outcome === 'under-way' ? <Loader size={14} aria-hidden /> : <OutcomeIcon done={outcome === 'sent'} />}
            <span>
              <Anchor renderRoot={(props) => <Link to="/tilaus/$id" params={{ id: order.id }} {...props} />} fw={600} size="sm">
                {order.tunniste}
              </Anchor>{' '}
              {order.asiakas.name} – {text}
              {lasku !== null && outcome !== 'under-way' && (
                <>
                  {' · '}
                  <Anchor renderRoot={(props) => <Link to="/lasku/$id" params={{ id: lasku }} {...props} />} size="sm">
                    {outcome === 'check' ? 'Tarkista lasku' : 'Avaa lasku'}
                    <VisuallyHidden>, tilaus {order.tunniste}</VisuallyHidden>
                  </Anchor>
                </>
              )}
            </span>
          </li>
        ))}
        {sorted.length > maxListed && <li>Lisäksi {plural(sorted.length - maxListed, 'tilaus', 'tilausta')}.</li>}
      </ul>
    </section>
  )
}
