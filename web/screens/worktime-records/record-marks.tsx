import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockPlay,
  IconEye,
  IconMailForward,
  IconMessageQuestion,
  IconPencil,
} from '@tabler/icons-react'
import { reviewReasons } from '#domain/entities/worktime/task-types.ts'
import type { WorktimeListRow, WorktimeSummaryRow } from '#domain/features/worktime/administration.ts'
import { breachWords } from '#web/features/worktime/breach-words.ts'
import { plural } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { StatusBadge, type StatusStyle } from '#web/ui/badges/status-badge.tsx'
import classes from './worktime-records.module.css'

const sent: StatusStyle = { tone: 'invoiced', icon: IconMailForward, label: 'Lähetetty' }
const corrected: StatusStyle = { tone: 'warning', icon: IconMailForward, label: 'Korjaus lähettämättä' }
const checked: StatusStyle = { tone: 'delivered', icon: IconCircleCheck, label: 'Tarkistettu' }
const open: StatusStyle = { tone: 'moving', icon: IconClockPlay, label: 'Käynnissä' }
const unchecked: StatusStyle = { tone: 'waiting', icon: IconEye, label: 'Tarkistamatta' }

type StateFields = Pick<WorktimeListRow, 'lahetetty' | 'korjaus_lahettamatta' | 'tarkistettu' | 'loppuaika'>

export function stateOf({ lahetetty, korjaus_lahettamatta, tarkistettu, loppuaika }: StateFields): StatusStyle {
  if (!tarkistettu) return loppuaika === 0 ? open : unchecked
  if (korjaus_lahettamatta) return corrected
  return lahetetty ? sent : checked
}

export const StateBadge = ({ row }: { row: WorktimeListRow }) => <StatusBadge status={stateOf(row)} />

const requests = (count: number): StatusStyle => ({
  tone: 'transfer',
  icon: IconMessageQuestion,
  label: plural(count, 'korjauspyyntö', 'korjauspyyntöä'),
})

/** What an administrator has to look at on a day. */
export function DayRemarks({ row: { varoitukset, tarkista, jakso_ei_tasmaa, korjauspyyntoja, muokattu } }: { row: WorktimeListRow }) {
  const titles = varoitukset.map((breach) => breachWords(breach, nowSeconds()).title)
  const labels = new Set([...titles, ...tarkista.map((reason) => reviewReasons[reason]), ...(jakso_ei_tasmaa ? ['Jakso ei täsmää'] : [])])
  return (
    <span className={classes.marks}>
      {korjauspyyntoja > 0 && <StatusBadge status={requests(korjauspyyntoja)} />}
      {[...labels].map((label) => (
        <StatusBadge key={label} status={{ tone: 'warning', icon: IconAlertTriangle, label }} />
      ))}
      {muokattu && <StatusBadge status={{ tone: 'waiting', icon: IconPencil, label: 'Muokattu' }} />}
    </span>
  )
}

/** What an administrator has to look at of a driver's period. */
export function DriverRemarks({ row: { varoituksia, epaselvia, korjauspyyntoja, avoin } }: { row: WorktimeSummaryRow }) {
  return (
    <span className={classes.marks}>
      {korjauspyyntoja > 0 && <StatusBadge status={requests(korjauspyyntoja)} />}
      {varoituksia > 0 && (
        <StatusBadge status={{ tone: 'warning', icon: IconAlertTriangle, label: plural(varoituksia, 'varoitus', 'varoitusta') }} />
      )}
      {epaselvia > 0 && (
        <StatusBadge status={{ tone: 'late', icon: IconAlertTriangle, label: plural(epaselvia, 'epäselvä', 'epäselvää') }} />
      )}
      {avoin !== null && <StatusBadge status={open} />}
    </span>
  )
}
