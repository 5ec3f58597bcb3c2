import { IconAlertTriangle, IconCheck, IconClock, IconCoffee, IconLock, IconTool } from '@tabler/icons-react'
import { memo } from 'react'
import type { BoardRoute, BoardStop, BoardWork } from '#domain/features/planning-board/board.ts'
import { breachText, gravestFirst, isShown, stopLabel, timesOf } from '#web/features/planning-board/board-words.ts'
import { CallDriver } from '#web/features/planning-board/call-driver.tsx'
import { Load } from '#web/features/planning-board/load.tsx'
import { formatMinutes } from '#web/kit/format.ts'
import { initials } from '#web/ui/badges/avatar.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { amountAt, colourOf, percentOf, type Span, worksOf } from '../board-model.ts'
import text from '../board-text.module.css'
import classes from './route-row.module.css'

export type RowProps = {
  route: BoardRoute
  /** The board's day. */
  day: number
  index: number
  /** How many rows there are, of which only those in view are drawn. */
  count: number
  /** Pixels from the first row. */
  top: number
  span: Span
  works: ReadonlyMap<string, BoardWork>
  /** Pixels of an hour, which decide what fits between two stops. */
  hourWidth: number
  /** Ids of its stops that are chosen or share work with a chosen one, joined by spaces: a text, so that a row whose own do not change is not drawn again. */
  chosen: string
  linked: string
  /** Ids of the stops, and the shift, that somebody else has just changed. */
  changed: string
  /** The stop, or the shift, that the Tab key reaches. */
  tabbed: string | null
}

const changedText = 'joku muu on juuri muuttanut'

/** A driver's shift: who and what car, and the stops over the hours. Pointer and keys are handled by the board (event delegation). */
export const RouteRow = memo((props: RowProps) => {
  const { route, index, count, top, tabbed, chosen, changed } = props
  const { kuljettaja, auto, lukittu, huomautukset } = route
  const problems = huomautukset.filter(isShown)
  const label = [
    kuljettaja.name,
    auto?.rekisterinumero ?? 'ei autoa',
    ...(lukittu ? ['reitti lukittu'] : []),
    ...problems.map(breachText),
    ...(changed.includes(route.id) ? [changedText] : []),
  ].join(', ')
  return (
    <li
      className={classes.row}
      style={{ top }}
      data-colour={colourOf(index)}
      data-route={route.id}
      data-locked={lukittu || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <div className={classes.who} data-drop="best">
        <button
          type="button"
          className={classes.avatar}
          data-head={route.id}
          tabIndex={tabbed === route.id ? 0 : -1}
          aria-label={label}
          aria-pressed={chosen.includes(route.id)}
        >
          {initials(kuljettaja.name)}
        </button>
        <span className={classes.name} title={kuljettaja.name}>
          <span className={text.cut}>{kuljettaja.name}</span>
          {lukittu && <IconLock size={12} aria-hidden />}
          {changed.includes(route.id) && <span className={classes.changedRow} title="Joku muu on juuri muuttanut vuoroa" />}
        </span>
        {kuljettaja.puhelin ? (
          <CallDriver driver={kuljettaja} className={classes.phone} size={15} tabIndex={tabbed === null ? -1 : 0} />
        ) : (
          <span />
        )}
        {auto ? <Plate>{auto.rekisterinumero}</Plate> : <span className={classes.missing}>Ei autoa</span>}
        <Load className={classes.load} value={route.kg} max={auto?.kantavuus ?? 0} unit="kg" />
        <Load className={classes.load} value={route.lavat} max={auto?.lavapaikat ?? 0} unit="lavaa" />
      </div>
      <Lane {...props} />
    </li>
  )
})

function Lane({ route, day, span, works, hourWidth, chosen, linked, changed, tabbed }: RowProps) {
  const { alku, loppu, lukittu, pysahdykset, huomautukset, tunnetut_ajat } = route
  const from = percentOf(alku, span)
  const until = loppu > 0 ? percentOf(loppu, span) : 100
  return (
    <div className={classes.lane} data-drop="at">
      {tunnetut_ajat && (
        <>
          <div className={classes.off} style={{ left: 0, width: `${Math.max(0, from)}%` }} />
          <div className={classes.off} style={{ left: `${until}%`, right: 0 }} />
        </>
      )}
      {lukittu && <div className={classes.lockedTint} style={{ left: `${from}%`, width: `${until - from}%` }} />}
      {pysahdykset.map((stop, at) => (
        <Leg key={`${stop.id} leg`} stop={stop} before={pysahdykset[at - 1]} span={span} hourWidth={hourWidth} />
      ))}
      {pysahdykset.map((stop, at) => (
        <Box
          key={stop.id}
          stop={stop}
          next={pysahdykset[at + 1]}
          day={day}
          span={span}
          hourWidth={hourWidth}
          works={works}
          breaches={huomautukset.filter(({ pysahdys }) => pysahdys === stop.id)}
          isChosen={chosen.includes(stop.id)}
          isLinked={linked.includes(stop.id)}
          isChanged={changed.includes(stop.id)}
          isTabbed={tabbed === stop.id}
        />
      ))}
      <Flags route={route} span={span} hourWidth={hourWidth} />
      <div className={classes.insertion} data-insertion />
    </div>
  )
}

/** Pixels of a stop's box at least (route-row.module.css), of a figure of the minutes' text, and of the shortest name that says something. */
const [boxWidth, figureWidth, nameWidth] = [22, 5.6, 26]
type LegProps = { stop: BoardStop; before: BoardStop | undefined; span: Span; hourWidth: number }

/** The drive to a stop, with its minutes where they fit. */
function Leg({ stop, before, span, hourWidth }: LegProps) {
  if (!before || stop.saapuminen <= before.lahto) return null
  const left = percentOf(before.lahto, span)
  const minutes = Math.round((stop.saapuminen - before.lahto) / 60)
  const text = formatMinutes(minutes)
  /** What the box of a short stop covers of the leg after it. */
  const covered = Math.max(0, boxWidth - ((before.lahto - before.alku) / 3600) * hourWidth)
  const fits = (minutes / 60) * hourWidth - covered >= text.length * figureWidth + (stop.tauko > 0 ? 22 : 8)
  return (
    <div className={classes.leg} style={{ left: `${left}%`, width: `${percentOf(stop.saapuminen, span) - left}%` }}>
      {fits && (
        <span style={{ left: `calc(50% + ${covered / 2}px)` }}>
          {stop.tauko > 0 && <IconCoffee size={11} aria-label={`tauko ${stop.tauko} min`} />}
          {text}
        </span>
      )}
    </div>
  )
}

type BoxProps = {
  stop: BoardStop
  next: BoardStop | undefined
  day: number
  span: Span
  hourWidth: number
  works: ReadonlyMap<string, BoardWork>
  breaches: BoardRoute['huomautukset']
  isChosen: boolean
  isLinked: boolean
  isChanged: boolean
  isTabbed: boolean
}

function Box({ stop, next, day, span, hourWidth, works, breaches, isChosen, isLinked, isChanged, isTabbed }: BoxProps) {
  const own = worksOf(stop).flatMap((id) => works.get(id) ?? [])
  const failed = own.some(({ epaonnistunut }) => epaonnistunut)
  const left = percentOf(stop.alku, span)
  const arrived = percentOf(stop.saapuminen, span)
  const until = next?.saapuminen ?? span.end
  const room = percentOf(until, span) - arrived
  const isNamed = ((until - stop.saapuminen) / 3600) * hourWidth >= nameWidth
  const place = stop.postitmp || stop.nimi
  const isLate = stop.myohassa > 0 && !stop.tehty
  return (
    <>
      {place && isNamed && (
        <span className={classes.place} data-done={stop.tehty || undefined} style={{ left: `${arrived}%`, width: `${room}%` }} aria-hidden>
          {place}
        </span>
      )}
      {stop.alku > stop.saapuminen && <i className={classes.wait} style={{ left: `${arrived}%`, width: `${left - arrived}%` }} />}
      <button
        type="button"
        className={classes.box}
        style={{ left: `${left}%`, width: `${percentOf(stop.lahto, span) - left}%` }}
        data-stop={stop.id}
        data-type={stop.tyyppi}
        data-done={stop.tehty || undefined}
        data-late={isLate || undefined}
        data-early={stop.etuajassa >= 10 || undefined}
        data-failed={failed || undefined}
        data-linked={isLinked || undefined}
        data-changed={isChanged || undefined}
        data-ghost={stop.vid === 0 || undefined}
        aria-pressed={isChosen}
        aria-label={[stopLabel(stop, { works: own, breaches, day }), ...(isChanged ? [changedText] : [])].join(', ')}
        title={`${[place, stop.osoite1].filter(Boolean).join(', ')} · klo ${timesOf(stop, day)}`}
        tabIndex={isTabbed ? 0 : -1}
      >
        <BoxSign stop={stop} failed={failed} amount={amountAt(stop, works)} />
      </button>
    </>
  )
}

const signs = { tauko: IconCoffee, tyo: IconTool } as const

/** What a box says: that it failed, is done or locked, its kind, or the amount of goods. */
function BoxSign({ stop: { tehty, lukittu, tyyppi }, failed, amount }: { stop: BoardStop; failed: boolean; amount: string }) {
  const ofKind = tyyppi === 'tauko' || tyyppi === 'tyo' ? signs[tyyppi] : null
  const Icon = failed ? IconAlertTriangle : tehty ? IconCheck : lukittu ? IconLock : ofKind
  return Icon ? <Icon size={12} aria-hidden /> : amount
}

/** Shown at the end of the shift. */
const endKinds: ReadonlySet<string> = new Set(['vuoro_ylittyy', 'ajoaika_ylittyy', 'tyopaiva_ylittyy'])

/** The width of a flag with the text, as per cent of the lane. */
const percentOfText = (text: string, { span, hourWidth }: Pick<RowProps, 'span' | 'hourWidth'>): number =>
  ((text.length * 6.4 + 50) / ((hourWidth * (span.end - span.start)) / 3600)) * 100

/** The gravest breaches under the stops; all of them are in the title. */
function Flags({ route, span, hourWidth }: Pick<RowProps, 'route' | 'span' | 'hourWidth'>) {
  const { huomautukset, pysahdykset, alku, loppu } = route
  const done = new Set(pysahdykset.filter(({ tehty }) => tehty).map(({ id }) => id))
  const distinct = gravestFirst(huomautukset.filter(({ pysahdys }) => !done.has(pysahdys ?? '')))
  const placed = distinct.slice(0, 2).map((breach) => {
    const stop = pysahdykset.find(({ id }) => id === breach.pysahdys)
    const at = stop?.saapuminen ?? (endKinds.has(breach.laji) && loppu > 0 ? loppu : alku)
    return { breach, left: percentOf(at, span) }
  })
  const [first, second] = placed.toSorted((a, b) => a.left - b.left)
  const overlaps = first && second && first.left + percentOfText(breachText(first.breach), { span, hourWidth }) > second.left
  const areAtEnd = first !== undefined && second !== undefined && second.left > 82
  const isOne = overlaps || areAtEnd
  const rest = distinct.length - (isOne ? 1 : placed.length)
  return (
    <>
      {placed.slice(0, isOne ? 1 : 2).map(({ breach, left }, at) => (
        <span
          key={`${breach.laji} ${breach.pysahdys}`}
          className={classes.flag}
          data-tone={breach.laji === 'etuajassa' ? 'early' : 'late'}
          style={left > 82 ? { right: `${100 - Math.min(left + 4, 100)}%` } : { left: `${left}%` }}
          title={distinct.map(breachText).join('\n')}
          aria-hidden
        >
          {breach.laji === 'etuajassa' ? <IconClock size={11} /> : <IconAlertTriangle size={11} />}
          {breachText(breach)}
          {at === 0 && rest > 0 && ` +${rest}`}
        </span>
      ))}
    </>
  )
}
