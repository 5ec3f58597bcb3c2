import { useMediaQuery } from '@mantine/hooks'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Board } from '#domain/features/planning-board/board.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { boardActions, indexOf } from './board-actions.ts'
import { BoardFoot } from './board-foot.tsx'
import { type BoardTarget, followersOf, mayAssign, neighbourOf, pressKey, targetOf } from './board-keys.ts'
import { BoardMap } from './board-map.tsx'
import { linkedStops, type Span, worksOf } from './board-model.ts'
import { GiveDriver } from './dialogs/give-driver.tsx'
import { AddStop, StopMinutes } from './dialogs/stop-dialogs.tsx'
import { FreeWork } from './free-work.tsx'
import { RouteList } from './phone/route-list.tsx'
import classes from './planning-board.module.css'
import { type Proposed, takersOf } from './proposal/preview.ts'
import { Rows } from './rows/rows.tsx'
import type { BoardActions } from './use-board.ts'
import { useBoardDrag } from './use-board-drag.ts'
import { useChoice } from './use-choice.ts'

type Props = { board: Board; span: Span; now: number; act: BoardActions['act']; hourPixels: number; proposed: Proposed | null }

export function BoardBody(props: Props) {
  const { reitit, vapaat, ilman_vuoroa } = props.board
  if (reitit.length === 0 && vapaat.length === 0 && ilman_vuoroa.length === 0)
    return (
      <EmptyState title="Päivälle ei ole ajoja" icon={IconTruckDelivery}>
        Lisää kuljettajille työvuorot tai tee tilauksia tälle päivälle.
      </EmptyState>
    )
  return <FilledBody {...props} />
}

/** What a dialog is open for. */
type Asked = { what: 'driver'; target: BoardTarget } | { what: 'minutes'; stop: string } | { what: 'stop'; route: string }

function FilledBody({ board, span, now, act, hourPixels, proposed }: Props) {
  const given = useMemo(() => takersOf(proposed), [proposed])
  const index = useMemo(() => indexOf(board), [board])
  const acts = useMemo(() => boardActions(index, act), [index, act])
  const free = useMemo(() => board.vapaat.flatMap((id) => index.works.get(id) ?? []), [board, index])
  const groups = useMemo(
    () =>
      board.ilman_vuoroa.map(({ kuljettaja, tyot }) => ({
        id: kuljettaja.id,
        title: `${kuljettaja.name}: ${board.reitit.some((route) => route.kuljettaja.id === kuljettaja.id) ? 'ilman pysähdyksiä' : 'ei vuoroa'}`,
        works: tyot.flatMap((id) => index.works.get(id) ?? []),
      })),
    [board, index],
  )
  const listed = useMemo(() => [...board.ilman_vuoroa.flatMap(({ tyot }) => tyot), ...board.vapaat], [board])
  const choice = useChoice()
  const { active, chosen } = choice
  const target = targetOf(active, index)
  const [asked, setAsked] = useState<Asked | null>(null)
  const navigate = useNavigate()
  const root = useRef<HTMLDivElement>(null)
  const focus = useBoardFocus(root, board, (gone) => followersOf(gone, index, listed))
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  useBoardDrag({ board: root, index, span, acts, chosen })
  const linked = useMemo(() => linkedStops(board.reitit, chosen), [board, chosen])
  const chosenRoute = target === null ? null : target.kind === 'route' ? target.id : (index.stops.get(target.id)?.route.id ?? null)

  const open = (of: BoardTarget) => {
    const stop = index.stops.get(of.id)?.stop
    const work = index.works.get(stop ? (worksOf(stop)[0] ?? '') : of.id)
    if (work) void navigate({ to: '/tilaus/$id', params: { id: work.tilaus } })
  }
  const doing = {
    index,
    acts,
    onGive: (of: BoardTarget) => setAsked({ what: 'driver', target: of }),
    onOpen: open,
    onMinutes: (stop: string) => setAsked({ what: 'minutes', stop }),
    onAddStop: (route: string) => setAsked({ what: 'stop', route }),
    onOrder: choice.add,
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const focused = targetOf(idAt(event.target), index)
    if (!focused || event.ctrlKey || event.metaKey || event.altKey) return
    const did = pressKey(event, focused, doing)
    const isExtended = focused.kind === 'work' && event.shiftKey
    const next =
      did || (event.shiftKey && !isExtended) || !event.key.startsWith('Arrow')
        ? null
        : neighbourOf(focused, event.key, { index, free: listed })
    if (event.key === 'Escape') choice.clear()
    if (!did && next === null && event.key !== 'Escape') return
    event.preventDefault()
    if (next === null) return
    if (isExtended) choice.add([focused.id, next])
    else choice.choose(next)
    focus.on(next)
  }
  const click = (event: MouseEvent<HTMLElement>) => {
    const id = idAt(event.target)
    if (id !== null) choice.choose(id, event.ctrlKey || event.metaKey)
  }
  const freeWork = (
    <FreeWork works={free} groups={groups} day={board.paiva} now={now} chosen={chosen} tabbed={choice.tabbedWork(listed)} given={given} />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers serve the buttons inside (event delegation).
    <div ref={root} className={classes.body} onKeyDown={press} onClick={click} onFocus={focus.note}>
      {isPhone && freeWork}
      {isPhone ? (
        <RouteList routes={board.reitit} doing={doing} />
      ) : (
        <div className={classes.left}>
          <Rows
            board={board}
            index={index}
            span={span}
            now={now}
            hourPixels={hourPixels}
            active={active}
            chosen={chosen}
            linked={linked}
            onDrawn={focus.restore}
          />
          <BoardMap board={board} chosenRoute={chosenRoute} linked={linked} onSelect={choice.choose} />
        </div>
      )}
      {!isPhone && freeWork}
      <BoardFoot target={target} doing={doing} />
      {asked && <Dialogs asked={asked} {...{ board, doing, chosen }} onClose={() => setAsked(null)} />}
    </div>
  )
}

type DialogProps = {
  asked: Asked
  board: Board
  doing: { index: ReturnType<typeof indexOf>; acts: ReturnType<typeof boardActions> }
  chosen: ReadonlySet<string>
  onClose: () => void
}

function Dialogs({ asked, board, doing: { index, acts }, chosen, onClose }: DialogProps) {
  if (asked.what === 'minutes') {
    const stop = index.stops.get(asked.stop)?.stop
    return (
      stop && (
        <StopMinutes
          stop={stop}
          onClose={onClose}
          onSave={(minutes) => {
            onClose()
            void acts.setDuration(asked.stop, minutes)
          }}
        />
      )
    )
  }
  if (asked.what === 'stop')
    return (
      <AddStop
        name={index.routes.get(asked.route)?.kuljettaja.name ?? ''}
        onClose={onClose}
        onAdd={(values) => {
          onClose()
          void acts.addStop(asked.route, values)
        }}
      />
    )
  const { target } = asked
  return (
    <GiveDriver
      title={titleOf(target, index)}
      routes={board.reitit}
      onClose={onClose}
      onChoose={(route) => {
        onClose()
        const works = [...chosen].filter((id) => index.works.has(id))
        if (target.kind === 'work') void acts.give(works.includes(target.id) ? works : [target.id], route)
        else if (mayAssign(target, index)) void acts.move([target.id], route)
      }}
    />
  )
}

const titleOf = (target: BoardTarget, index: ReturnType<typeof indexOf>): string => {
  const stop = index.stops.get(target.id)?.stop
  const works = stop ? worksOf(stop) : [target.id]
  return `Anna kuljettaja: ${[...new Set(works.map((id) => index.works.get(id)?.tunniste))].join(', ')}`
}

const idAt = (element: EventTarget): string | null => {
  const found = element instanceof Element ? element.closest<HTMLElement>('[data-stop], [data-work], [data-head]') : null
  return found?.dataset.stop ?? found?.dataset.work ?? found?.dataset.head ?? null
}

/**
 * Moves the focus to a row, a stop or work, also to one that is drawn only once it has been scrolled into view, and gives it back when what had it is
 * drawn at another place.
 */
function useBoardFocus(root: RefObject<HTMLElement | null>, board: Board, followersOf: (id: string) => readonly string[]) {
  const wanted = useRef<string | null>(null)
  /** What takes the focus when the wanted element has gone, first choice first. */
  const followers = useRef<readonly string[]>([])
  /** The follower that has the focus, until the wanted element comes back: its change was refused, or undone. */
  const follower = useRef<HTMLElement | null>(null)
  const elementOf = (id: string): HTMLElement | null => {
    const name = CSS.escape(id)
    return root.current?.querySelector<HTMLElement>(`[data-stop="${name}"], [data-work="${name}"], [data-head="${name}"]`) ?? null
  }
  const want = (id: string | null) => {
    if (id === wanted.current) return
    wanted.current = id
    followers.current = id === null ? [] : followersOf(id)
  }
  const restore = () => {
    const { current } = wanted
    const { activeElement } = document
    if (current === null || (activeElement !== document.body && activeElement !== follower.current)) return
    const isThere = board.reitit.some(({ id, pysahdykset }) => id === current || pysahdykset.some((stop) => stop.id === current))
    const own = elementOf(current)
    const next = own || isThere ? null : (followers.current.map(elementOf).find((element) => element !== null) ?? null)
    follower.current = next
    const found = own ?? next
    if (found !== activeElement) found?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new board may draw the focused element at another place.
  useEffect(restore, [board])
  useEffect(() => {
    // Whoever presses elsewhere has left the element.
    const leave = () => {
      wanted.current = null
      follower.current = null
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [])
  return {
    on(id: string) {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      want(id)
      restore()
    },
    note: ({ target }: { target: EventTarget }) => {
      // For React a dialog over the board is inside it: what opened the dialog gets the focus back.
      if (target instanceof Node && root.current?.contains(target) && target !== follower.current) want(idAt(target))
    },
    restore,
  }
}
