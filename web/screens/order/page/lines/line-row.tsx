import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowRight, IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './lines.module.css'
import type { LineStep } from './use-line-steps.tsx'

export type LineEnd = {
  town: string
  name: string
  street: string
  /** When: `noudettu ma 13.20`, `klo 10.00–12.00`. */
  when: string
  tone?: 'failed' | 'done' | undefined
}
export type RowTool = { key: string; label: string; run: () => void }

type Props = {
  /** `Lähetys L-12` */
  called: string
  number: string
  /** The quantity, in parts. */
  amount: readonly string[]
  from: LineEnd
  to: LineEnd | null
  badge: ReactNode
  /** The driver and the car; left out for those who do not see them. */
  crew?: ReactNode
  next: LineStep | null
  /** In the menu, in this order: the other steps, and the tools that are no steps. */
  others: readonly LineStep[]
  tools: readonly RowTool[]
  busy: boolean
  /** A failed delivery needs a decision. */
  failed: boolean
  children?: ReactNode
}

/** A shipment or an hourly job on the order's page: where it goes, who drives it, its state and its next step. */
export function LineRow({ called, number, amount, from, to, badge, crew, next, others, tools, busy, failed, children }: Props) {
  return (
    <fieldset className={classes.row} aria-label={called} data-failed={failed || undefined} data-crewless={crew === undefined || undefined}>
      <div className={classes.what}>
        <strong>{number}</strong>
        {amount.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      <RowEnd name={to ? 'Nouto' : 'Paikka'} place={from} hollow />
      {to && <IconArrowRight size={16} className={classes.arrow} aria-hidden />}
      {to && <RowEnd name="Toimitus" place={to} />}
      {crew !== undefined && <div className={classes.crewCell}>{crew}</div>}
      <div className={classes.state}>
        <span className={classes.badges}>{badge}</span>
        <div className={classes.steps}>
          {next && (
            <Button variant="default" size="compact-md" className={classes.next} disabled={busy} onClick={next.run}>
              {next.label}
            </Button>
          )}
          {others.length + tools.length > 0 && (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon variant="default" size={30} className={classes.more} aria-label={`Muut toiminnot: ${called}`}>
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {others.map(({ key, label, color, run }) => (
                  <Menu.Item key={key} c={color === 'red' ? 'var(--kuorma-late)' : undefined} disabled={busy} onClick={run}>
                    {label}
                  </Menu.Item>
                ))}
                {others.length > 0 && tools.length > 0 && <Menu.Divider />}
                {tools.map(({ key, label, run }) => (
                  <Menu.Item key={key} onClick={run}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      </div>
      {children && <div className={classes.below}>{children}</div>}
    </fieldset>
  )
}

function RowEnd({ name, place, hollow = false }: { name: string; place: LineEnd; hollow?: boolean }) {
  const { town, street, when, tone } = place
  return (
    <address className={classes.end} data-hollow={hollow || undefined} data-tone={tone} aria-label={name}>
      <span>
        <strong>{town || 'Paikkakunta puuttuu'}</strong> <span className={classes.when}>{when}</span>
      </span>
      <span>{place.name || 'Nimi puuttuu'}</span>
      {street && <span>{street}</span>}
    </address>
  )
}
