import { ActionIcon, Button, Group, Popover, Skeleton, Switch, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { BellEntry } from '#domain/features/notifications/notifications.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import classes from './bell.module.css'
import { BellRow } from './bell-row.tsx'
import { DeviceNotifications } from './device-notifications.tsx'
import { useBell } from './use-bell.ts'

const choiceLabels = {
  uudet_tilaukset: 'Uudet tilaukset',
  epaonnistuneet: 'Epäonnistuneet toimitukset',
  vikailmoitukset: 'Autojen vikailmoitukset',
} as const

/** A document leaves the bell when it is acknowledged. */
const isDismissible = ({ laji }: BellEntry): boolean => laji !== 'dokumentti'

/** Whether something has come since the bell was first read; it rings once for each time. */
function useRinging(entries: readonly BellEntry[] | undefined): boolean {
  const known = useRef<ReadonlySet<string>>(null)
  const [rings, setRings] = useState(false)
  useEffect(() => {
    if (!entries) return
    const before = known.current
    known.current = new Set(entries.map(({ id }) => id))
    if (before && entries.some(({ id }) => !before.has(id))) setRings(true)
  }, [entries])
  useEffect(() => {
    if (!rings) return
    const timer = setTimeout(() => setRings(false), 1500)
    return () => clearTimeout(timer)
  }, [rings])
  return rings
}

/**
 * What is new for the person, live, on every page (rules/notifications.md#bell). Its type is written out: inferred, it would follow from the table
 * of routes, which follows from the frame that the bell stands in.
 */
export function Bell(): ReactNode {
  const [opened, { toggle, close }] = useDisclosure(false)
  const { entries, failed, retry, choices, dismiss, choose } = useBell()
  const count = entries?.length ?? 0
  const rings = useRinging(entries)
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size={44}
          className={classes.bell}
          data-rings={rings || undefined}
          aria-label={count === 0 ? 'Ilmoitukset' : `Ilmoitukset, ${plural(count, 'uusi', 'uutta')}`}
          onClick={toggle}
        >
          <IconBell size={20} stroke={1.8} aria-hidden />
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count > 99 ? '99+' : formatCount(count)}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <VisuallyHidden aria-live="polite">{rings ? 'Uusi ilmoitus' : ''}</VisuallyHidden>
      <Popover.Dropdown className={classes.dropdown} aria-label="Ilmoitukset">
        <Group justify="space-between" wrap="nowrap" className={classes.head}>
          <Text fw={650}>Ilmoitukset</Text>
          {entries && entries.filter(isDismissible).length > 1 && (
            <Button variant="subtle" size="compact-md" onClick={() => dismiss(entries.filter(isDismissible).map(({ id }) => id))}>
              Ohita kaikki
            </Button>
          )}
        </Group>
        <Entries entries={entries} failed={failed} retry={retry} onOpen={close} dismiss={dismiss} />
        {choices && (
          <fieldset className={classes.choices}>
            <legend>Ilmoita minulle</legend>
            {(['uudet_tilaukset', 'epaonnistuneet', 'vikailmoitukset'] as const).map((name) => (
              <Switch
                key={name}
                label={choiceLabels[name]}
                checked={choices[name]}
                onChange={(event) => choose({ ...choices, [name]: event.currentTarget.checked })}
              />
            ))}
          </fieldset>
        )}
        <div className={classes.choices}>
          <DeviceNotifications />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

type EntriesProps = Pick<ReturnType<typeof useBell>, 'entries' | 'failed' | 'retry' | 'dismiss'> & { onOpen: () => void }

function Entries({ entries, failed, retry, onOpen, dismiss }: EntriesProps) {
  const now = useNow()
  if (failed)
    return (
      <Group justify="space-between" py="sm">
        <Text c="dimmed">Ilmoituksia ei saatu.</Text>
        <Button variant="default" size="sm" onClick={retry}>
          Yritä uudelleen
        </Button>
      </Group>
    )
  if (!entries) return <Skeleton height={56} radius="md" aria-hidden />
  if (entries.length === 0)
    return (
      <Text c="dimmed" py="sm">
        Ei uusia ilmoituksia.
      </Text>
    )
  return (
    <ul className={classes.entries} aria-label="Uudet ilmoitukset">
      {entries.map((entry) => (
        <li key={entry.id}>
          <BellRow
            entry={entry}
            now={now}
            onOpen={onOpen}
            action={
              isDismissible(entry) && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={44}
                  aria-label={`Ohita: ${entry.message}`}
                  onClick={() => dismiss([entry.id])}
                >
                  <IconX size={18} aria-hidden />
                </ActionIcon>
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}
