import {
  IconAlertTriangle,
  IconBell,
  IconClockExclamation,
  IconClockQuestion,
  IconMessage,
  IconPackage,
  type IconProps,
  IconSignature,
  IconTool,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { bellAddress } from '#domain/features/notifications/bell-address.ts'
import type { BellEntry, BellKind } from '#domain/features/notifications/notifications.ts'
import { formatSince } from '#web/kit/format.ts'
import { useSession } from '#web/session/session.ts'
import classes from './bell-row.module.css'

const icons: Readonly<Record<BellKind, ComponentType<IconProps>>> = {
  ilmoitus: IconBell,
  muistutus: IconSignature,
  dokumentti: IconSignature,
  tilaus: IconPackage,
  poikkeama: IconAlertTriangle,
  myohastyminen: IconClockExclamation,
  korjauspyynto: IconClockQuestion,
  vika: IconTool,
  viesti: IconMessage,
}

type Props = {
  entry: Pick<BellEntry, 'laji' | 'kohde' | 'message' | 'aika'>
  now: number
  onOpen?: () => void
  /** Beside the text. */
  action?: ReactNode
}

/** A line of the bell: what is new, since when, and the way there. */
export function BellRow({ entry, now, onOpen, action }: Props) {
  const { laji, message, aika } = entry
  const Icon = icons[laji]
  const address = bellAddress(entry, useSession()?.user.roles ?? [])
  return (
    <div className={classes.row} data-urgent={laji === 'poikkeama' || undefined}>
      <Icon size={20} stroke={1.7} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        {address ? (
          <Link {...address} className={classes.link} {...(onOpen ? { onClick: onOpen } : {})}>
            {message}
          </Link>
        ) : (
          <span className={classes.message}>{message}</span>
        )}
        <small>{formatSince(aika, now)}</small>
      </div>
      {action}
    </div>
  )
}
