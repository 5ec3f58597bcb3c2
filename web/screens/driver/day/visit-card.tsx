import { Button } from '@mantine/core'
import { IconArrowDown, IconClock, IconPackage, IconTruck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type ShipmentState, shipmentStates } from '#domain/entities/order/order.states.ts'
import { reservations } from '#domain/entities/shipment/shipment.entity.ts'
import { useOutbox } from '#web/data/device/outbox.ts'
import { NavigateButton } from '#web/features/addresses/navigate-button.tsx'
import { addressOf, namedPlace } from '#web/features/addresses/places.ts'
import { FailureNote } from '#web/features/deliveries/failure-note.tsx'
import { goodsText } from '#web/features/orders/goods-text.ts'
import type { WorkingDay } from '#web/features/worktime/use-working-day.ts'
import { firstOf, formatTimeOn } from '#web/kit/format.ts'
import { CallButton } from '../call-button.tsx'
import driver from '../driver.module.css'
import { UnsentDelay } from '../report-delay.tsx'
import { type FirstPress, StepButtons } from '../step-buttons.tsx'
import { type StepHandlers, StopSteps } from '../stop-steps.tsx'
import { jobSteps, numbersOf, type Steps, type Stop } from '../stops.ts'
import { UnsentNote } from '../unsent-note.tsx'
import { taskActions, taskBefore } from './next-press.ts'
import classes from './visit.module.css'
import { contactsOf, goodsOf, groupsOf, isLineDone, jobsOf, notesOf, type Visit, type VisitPart } from './visits.ts'

export type VisitHandlers = StepHandlers & {
  running: WorkingDay['current']
  /** `at`: the place, of a task that is done at the visit. */
  startTask: (type: 'AJO' | 'PURKU' | 'LASTAUS', at?: string) => void
  lastDoneAt: number
  /** The number of visits of the day. */
  total: number
}
type Props = VisitHandlers & { visit: Visit; isNext: boolean }

/** The address in lines: the street, and the town below it. */
function Address({ visit: { place } }: { visit: Visit }) {
  const { name, street, town, country } = place
  return (
    <>
      <h2 className={classes.name}>{name || addressOf(place)}</h2>
      {name !== '' && (
        <p className={classes.address}>
          {street && <span>{street}</span>}
          {town && <span>{[town, country === 'FI' ? '' : country].filter(Boolean).join(', ')}</span>}
        </p>
      )}
    </>
  )
}

/** One visit, large: where, what, whom to call, how to get there, and the steps that are allowed now. */
export function VisitCard({ visit, isNext, ...handlers }: Props) {
  const { number, arrival, parts } = visit
  const { total, now } = handlers
  const [contact, ...others] = contactsOf(visit)
  return (
    <article
      className={classes.card}
      data-next={isNext || undefined}
      aria-label={`Pysähdys ${number}, ${visit.place.name || addressOf(visit.place)}`}
    >
      <div className={classes.top}>
        <span className={classes.badge}>
          {number} / {total}
        </span>
        {isNext && <span>Seuraava</span>}
        {arrival > 0 && (
          <span className={classes.arrival}>
            noin <b>{formatTimeOn(arrival, now)}</b>
          </span>
        )}
      </div>
      <Address visit={visit} />
      {parts.map((part) => (
        <PartText key={part.id} part={part} isOnly={parts.length === 1} now={now} />
      ))}
      {notesOf(visit).map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      <div className={driver.two}>
        {contact && <CallButton {...contact} />}
        <NavigateButton place={visit.place} at={visit.point} />
      </div>
      {parts.map((part) => (
        <PartSteps
          key={part.id}
          {...handlers}
          part={part}
          visit={visit}
          isFirst={part === parts.find((one) => isOpenPart(one))}
          more={others.map((other) => <CallButton key={other.phone} {...other} isLong />)}
        />
      ))}
    </article>
  )
}

/** Whether the part has work that is not done. */
function isOpenPart(part: VisitPart): boolean {
  if ('job' in part) return part.job.row.tila !== 'toimitettu'
  return 'lines' in part && part.lines.some((line) => !isLineDone(part.kind, line))
}

const kindWords = { nouto: 'Nouto', toimitus: 'Toimitus' } as const
export const doneWords = { nouto: 'Noudettu', toimitus: 'Toimitettu' } as const

/** What is picked up, delivered or done; the kind is named where it is not plain from the goods. */
function PartText({ part, isOnly, now }: { part: VisitPart; isOnly: boolean; now: number }) {
  if ('minutes' in part) return null
  if ('job' in part) {
    const { selite, aloitusaika, viite } = part.job.row
    const small = [aloitusaika > 0 ? `klo ${formatTimeOn(aloitusaika, now)}` : '', viite && `Viite ${viite}`].filter(Boolean).join(' · ')
    return <Goods icon={<IconClock size={20} stroke={1.8} aria-hidden />} text={selite || 'Tuntityö'} small={small} />
  }
  const goods = goodsOf(part)
  const booked = [...new Set(goods.flatMap(({ varauma }) => (varauma === '' ? [] : reservations[varauma])))]
  const described = [...new Set(goods.map(({ kuvaus }) => kuvaus).filter(Boolean))]
  const references = [...new Set(goods.map(({ viite }) => viite).filter(Boolean))]
  const ids = new Set(goods.map(({ id }) => id))
  const orders = [...new Set(part.lines.flatMap(({ row, order }) => (ids.has(row.id) && order.tunniste ? [order.tunniste] : [])))]
  const small = [firstOf(described, 2), ...booked, references.length > 0 ? `Viite ${firstOf(references, 4)}` : '', firstOf(orders, 6)]
    .filter(Boolean)
    .join(' · ')
  const words = isOpenPart(part) ? kindWords : doneWords
  const text = `${part.kind === 'nouto' || !isOnly ? `${words[part.kind]}: ` : ''}${goodsText(goods)}`
  return <Goods icon={<IconPackage size={20} stroke={1.8} aria-hidden />} text={text} small={small} />
}

function Goods({ icon, text, small }: { icon: ReactNode; text: string; small: string }) {
  return (
    <p className={classes.goods}>
      {icon}
      <span>
        {text}
        {small && <small>{small}</small>}
      </span>
    </p>
  )
}

const isPickup = (to: ShipmentState) => to !== 'toimitettu'

/** At a pickup nothing is delivered, and what has been picked up is only taken back. */
function stepsAt(kind: 'nouto' | 'toimitus', stop: Stop): (steps: Steps<ShipmentState>) => Steps<ShipmentState> {
  const isPickedUp = kind === 'nouto' && stop.shipments[0].tila !== 'odottaa_noutoa' && stop.shipments[0].timestamp_noudettu > 0
  return ({ main, other, back }) => ({
    main: kind === 'toimitus' ? main : isPickedUp && stop.shipments[0].tila !== 'siirretty' ? [] : main.filter(({ to }) => isPickup(to)),
    other: isPickedUp && stop.shipments[0].tila === 'kuljetuksessa' ? [] : other,
    // A pickup is undone at its own visit.
    back: kind === 'toimitus' ? back.filter(({ to }) => to !== 'odottaa_noutoa') : back,
  })
}

type PartProps = VisitHandlers & { visit: Visit; part: VisitPart; isFirst: boolean; more: ReactNode }

function PartSteps({ visit, part, isFirst, more, running, startTask, lastDoneAt, total: _total, ...handlers }: PartProps) {
  const { items } = useOutbox()
  if ('minutes' in part) return null
  const name = visit.place.name || addressOf(visit.place)
  const before = isFirst ? taskBefore({ running, lastDoneAt, delivers: part.kind === 'toimitus' && part.lines.some(isOnBoard) }) : null
  const first: FirstPress | null = before && {
    label: taskActions[before],
    icon: before === 'AJO' ? <IconTruck size={24} aria-hidden /> : <IconArrowDown size={24} aria-hidden />,
    onPress: () => startTask(before, before === 'AJO' ? '' : namedPlace(visit.place)),
  }
  if ('job' in part) {
    const { actor, now, onStep } = handlers
    const { row } = part.job
    return (
      <StepButtons
        steps={jobSteps(row, actor, now)}
        of={name}
        first={first}
        isAhead={running === null}
        onStep={({ to, action }, reason) =>
          onStep({ name: 'tuntituote', rows: [row], from: row.tila, to, actor, reason, toast: `${action}: ${name}` })
        }
      />
    )
  }
  const groups = groupsOf(part)
  const hasOpen = part.lines.some((line) => !isLineDone(part.kind, line))
  const loads = part.kind === 'nouto' && hasOpen && running !== null && running.tyyppi !== 'LASTAUS'
  return groups.map((group, index) => {
    const unsent = items.find(({ about }) => group.shipments.some(({ id }) => about.includes(id)))
    const isDone = part.lines.some((line) => line.row.id === group.shipments[0].id && isLineDone(part.kind, line))
    const of = groups.length > 1 ? `${name}, ${numbersOf(group)}` : name
    return (
      <div key={group.key} className={driver.steps}>
        {groups.length > 1 && (
          <p className={classes.group}>
            {numbersOf(group)} · {goodsText(group.shipments)} · {shipmentStates[group.shipments[0].tila]}
          </p>
        )}
        {group.failure && <FailureNote failure={group.failure} />}
        {unsent && <UnsentNote item={unsent} />}
        <UnsentDelay shipments={group.shipments} />
        <StopSteps
          {...handlers}
          stop={group}
          name={of}
          expected={isDone ? null : group.shipments[0].luvattu_aika || visit.arrival}
          only={stepsAt(part.kind, group)}
          first={index === 0 && !isDone ? first : null}
          isAhead={running === null}
          more={
            <>
              {loads && index === 0 && (
                <Button fullWidth variant="default" size="md" onClick={() => startTask('LASTAUS', namedPlace(visit.place))}>
                  Aloita lastaus
                </Button>
              )}
              {index === 0 && more}
            </>
          }
        />
      </div>
    )
  })
}

const isOnBoard = ({ row }: { row: { tila: ShipmentState } }): boolean => row.tila === 'kuljetuksessa' || row.tila === 'myohassa'

/** The work of a visit in one line: `nouto, 4 kollia`. */
export const visitText = (visit: Visit): string =>
  [
    ...visit.parts.flatMap((part) => {
      if (!('lines' in part)) return []
      const goods = goodsText(goodsOf(part))
      return part.kind === 'nouto' ? `nouto, ${goods}` : goods
    }),
    ...jobsOf(visit).map(({ row }) => row.selite || 'tuntityö'),
  ].join(' · ')
