import { Button, UnstyledButton } from '@mantine/core'
import { IconCheck, IconCoffee, IconMapPin, IconRotate2 } from '@tabler/icons-react'
import { memo, useId } from 'react'
import { addressOf } from '#web/features/addresses/places.ts'
import { useShipmentTable } from '#web/features/orders/shipment-table.ts'
import { formatMinutes, formatTimeOn } from '#web/kit/format.ts'
import { usePressed } from '#web/kit/page/settling.ts'
import { goingBack, type Stop, shipmentSteps } from '../stops.ts'
import classes from './visit.module.css'
import { doneWords, VisitCard, type VisitHandlers, visitText } from './visit-card.tsx'
import { groupsOf, hasWork, isSameRow, type Visit } from './visits.ts'

type Props = {
  visit: Visit
  /** Midnight of the day on which it is read. */
  today: number
  /** Of the unfolded row; null while it is folded. */
  handlers: VisitHandlers | null
  onOpen: (key: string | null) => void
}

/** A visit as a row, which unfolds to its card. Rendered again only when it changes: a day has dozens, and a press changes one. */
export const VisitRow = memo(
  function VisitRow({ visit, today, handlers, onOpen }: Props) {
    const card = useId()
    const { key, number, place, arrival, isDone, doneAt } = visit
    if (!hasWork(visit)) return <BreakRow visit={visit} today={today} />
    const town = place.town.replace(/^\d{5}\s*/, '')
    return (
      <li className={classes.item}>
        <UnstyledButton
          className={classes.row}
          data-done={isDone || undefined}
          aria-expanded={handlers !== null}
          aria-controls={card}
          onClick={() => onOpen(handlers ? null : key)}
        >
          <span className={classes.count}>{isDone ? <IconCheck size={18} stroke={2.4} aria-label={`${number}, tehty`} /> : number}</span>
          <span className={classes.what}>
            <b>{place.name || addressOf(place)}</b>
            <small>{[place.name && town, visitText(visit)].filter(Boolean).join(' · ')}</small>
          </span>
          <span className={classes.time}>{formatTimeOn(isDone && doneAt > 0 ? doneAt : arrival, today)}</span>
        </UnstyledButton>
        <div id={card}>{handlers && <VisitCard {...handlers} visit={visit} isNext={false} />}</div>
      </li>
    )
  },
  (a, b) => a.handlers === null && b.handlers === null && a.onOpen === b.onOpen && a.today === b.today && isSameRow(a.visit, b.visit),
)

function BreakRow({ visit: { parts, place, arrival, isDone }, today }: Pick<Props, 'visit' | 'today'>) {
  const [part] = parts
  if (!part || !('minutes' in part)) return null
  const Icon = part.kind === 'tauko' ? IconCoffee : IconMapPin
  return (
    <li className={classes.item}>
      <div className={classes.row} data-done={isDone || undefined} data-break>
        <span className={classes.count}>
          <Icon size={18} aria-hidden />
        </span>
        <span className={classes.what}>
          <b>{part.kind === 'tauko' ? 'Tauko' : place.name || 'Muu pysähdys'}</b>
          <small>{[part.minutes > 0 ? formatMinutes(part.minutes) : '', addressOf(place)].filter(Boolean).join(' · ')}</small>
        </span>
        <span className={classes.time}>{formatTimeOn(arrival, today)}</span>
      </div>
    </li>
  )
}

/** The state that the undo of a part leads to, and the one that it leaves. */
const undoOf = { nouto: ['odottaa_noutoa', 'kuljetuksessa'], toimitus: ['kuljetuksessa', 'toimitettu'] } as const

type UndoProps = Pick<VisitHandlers, 'actor' | 'now' | 'onStep'> & { visits: readonly Visit[] }

/** The latest steps that the driver can still take back: for ten minutes (rules/deliveries.md#undo). */
export function UndoRows({ visits, actor, now, onStep }: UndoProps) {
  const table = useShipmentTable()
  const context = { now, table }
  const { settling, taken, setPressed } = usePressed()
  const offers = visits.flatMap((visit) =>
    visit.parts.flatMap((part) => {
      if (!('lines' in part)) return []
      return groupsOf(part).flatMap((group: Stop) => {
        const [to, from] = undoOf[part.kind]
        const step = group.shipments[0].tila === from && shipmentSteps(group, actor, context).back.find((back) => back.to === to)
        return step ? [{ visit, part, group, from, to, rows: goingBack(group, step, actor, context) }] : []
      })
    }),
  )
  if (offers.length === 0) return null
  return (
    <ul className={classes.undo} aria-label="Viimeksi tehdyt">
      {offers.map(({ visit, part, group, from, to, rows }) => {
        const name = visit.place.name || addressOf(visit.place)
        const key = `${part.id} ${group.key}`
        return (
          <li key={key}>
            <span>
              <strong>{name}</strong>
              <small>
                {doneWords[part.kind]}{' '}
                {formatTimeOn(part.kind === 'nouto' ? group.shipments[0].timestamp_noudettu : group.shipments[0].timestamp_toimitettu, now)}
              </small>
            </span>
            <Button
              variant="default"
              size="md"
              leftSection={<IconRotate2 size={20} aria-hidden />}
              aria-disabled={settling || undefined}
              data-taken={key === taken || undefined}
              aria-label={`Kumoa ${part.kind === 'nouto' ? 'nouto' : 'toimitus'}: ${name}`}
              onClick={() => {
                if (settling) return
                setPressed(key)
                onStep({ name: 'lahetys', rows, from, to, actor, toast: 'Kumottu' })
              }}
            >
              Kumoa
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
