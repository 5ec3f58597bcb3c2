import { Button, Skeleton } from '@mantine/core'
import { IconTruckDelivery, IconWand } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Board } from '#domain/features/planning-board/board.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { useRowChanges } from '#web/data/live/changed-rows.ts'
import { formatTime } from '#web/kit/format.ts'
import { Page } from '#web/kit/page/page.tsx'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { dayFrom, usePageSearch } from '#web/kit/page/page-search.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { boardActions, indexOf } from './board-actions.ts'
import { BoardFoot } from './board-foot.tsx'
import { type BoardTarget, mayAssign, neighbourOf, pressKey, targetOf } from './board-keys.ts'
import { BoardMap } from './board-map.tsx'
import { hoursOf, linkedStops, percentOf, type Span, spanOf, worksOf, writtenHours } from './board-model.ts'
import { BoardDay, BoardTools } from './board-toolbar.tsx'
import free from './free-work.module.css'
import { FreeWork } from './free-work.tsx'
import { GiveDriver } from './give-driver.tsx'
import classes from './planning-board.module.css'
import { type Proposed, previewOf, takersOf } from './proposal/preview.ts'
import proposalClasses from './proposal/proposal.module.css'
import { ProposalBar } from './proposal/proposal-bar.tsx'
import { useProposal } from './proposal/use-proposal.ts'
import { RouteList } from './route-list.tsx'
import { RouteRow } from './route-row.tsx'
import { type BoardActions, useBoard } from './use-board.ts'
import { useBoardDrag } from './use-board-drag.ts'

/** Pixels of an hour; 0 fits the day into the window. */
const zooms = [0, 90, 130, 190] as const
const hourLabel = (at: number): string => formatTime(at).split('.')[0] ?? ''

/** `ajot` (rules/planning-board.md) */
export function PlanningBoardScreen() {
  const now = useNow(30)
  const { search, set } = usePageSearch()
  const day = startOfDay(dayFrom(search.paiva) || now)
  const [zoom, setZoom] = useState(0)
  const board = useBoard(day)
  const { query, undo, redo } = board
  const shown = query.data
  const proposal = useProposal(day, board.act)
  const proposed = shown ? proposal.current : null
  const preview = useMemo(() => (shown && proposed ? previewOf(shown, proposed) : shown), [shown, proposed])
  const span = useMemo(() => (preview ? spanOf(preview) : { start: day, end: day }), [preview, day])
  usePageKeys([
    ['mod+Z', undo.run],
    ['mod+shift+Z', redo.run],
    ['E', () => proposal.ask()],
  ])
  return (
    <Page
      title="Päivän ajot"
      width="list"
      detail={<BoardDay day={day} now={now} onDay={(next) => set({ paiva: next === startOfDay(now) ? undefined : String(next) })} />}
      actions={
        <>
          <BoardTools
            hours={shown ? `Klo ${hourLabel(span.start)}–${hourLabel(span.end)}` : ''}
            zoom={zoom}
            maxZoom={zooms.length - 1}
            undo={undo}
            redo={redo}
            onZoom={setZoom}
          />
          <Button
            variant="default"
            leftSection={<IconWand size={16} aria-hidden />}
            loading={proposal.isAsking}
            disabled={!shown}
            aria-keyshortcuts="E"
            onClick={() => proposal.ask()}
          >
            Ehdota
          </Button>
        </>
      }
    >
      {query.isPending ? (
        <BoardSkeleton />
      ) : !shown ? (
        <ErrorState retry={() => void query.refetch()} />
      ) : (
        <div className={proposed ? proposalClasses.withBar : undefined}>
          {proposed && <ProposalBar board={shown} proposed={proposed} state={proposal} />}
          <BoardBody
            key={day}
            board={preview ?? shown}
            span={span}
            now={now}
            act={proposed ? refuseEdits : board.act}
            hourPixels={zooms[zoom] ?? 0}
            proposed={proposed}
          />
        </div>
      )}
    </Page>
  )
}

/** While a proposal is shown, the board is not edited: what it shows is not stored. */
const refuseEdits: BoardActions['act'] = async () => {
  showDone('Hyväksy tai hylkää ensin ehdotus.')
  return false
}

const BoardSkeleton = () => (
  <div className={classes.body} aria-hidden>
    <div>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
        <Skeleton key={key} height={54} my={8} mx={14} radius="md" width="auto" />
      ))}
    </div>
    <div className={free.free}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={60} mt={8} radius="md" />
      ))}
    </div>
  </div>
)

type BodyProps = { board: Board; span: Span; now: number; act: BoardActions['act']; hourPixels: number; proposed: Proposed | null }

function BoardBody({ board, span, now, act, hourPixels, proposed }: BodyProps) {
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
  const [giving, setGiving] = useState<BoardTarget | null>(null)
  const navigate = useNavigate()
  const root = useRef<HTMLDivElement>(null)
  useBoardDrag({ board: root, index, span, acts, chosen })
  const linked = useMemo(() => linkedStops(board.reitit, chosen), [board, chosen])
  const chosenRoute = target === null ? null : target.kind === 'route' ? target.id : (index.stops.get(target.id)?.route.id ?? null)

  const open = (of: BoardTarget) => {
    const stop = index.stops.get(of.id)?.stop
    const work = index.works.get(stop ? (worksOf(stop)[0] ?? '') : of.id)
    if (work) void navigate({ to: '/tilaus/$id', params: { id: work.tilaus } })
  }
  const give = () => {
    if (target && mayAssign(target, index)) setGiving(target)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const focused = targetOf(idAt(event.target), index)
    if (!focused || event.ctrlKey || event.metaKey || event.altKey) return
    const did = pressKey(event, focused, { index, acts, onGive: () => setGiving(focused), onOpen: open })
    const next =
      did || event.shiftKey ? null : event.key.startsWith('Arrow') ? neighbourOf(focused, event.key, { index, free: listed }) : null
    if (event.key === 'Escape') choice.clear()
    if (!did && next === null && event.key !== 'Escape') return
    event.preventDefault()
    if (next !== null) {
      choice.choose(next)
      focusOn(root, next)
    }
  }
  const click = (event: MouseEvent<HTMLElement>) => {
    const id = idAt(event.target)
    if (id !== null) choice.choose(id, event.ctrlKey || event.metaKey)
  }
  if (board.reitit.length === 0 && free.length === 0 && board.ilman_vuoroa.length === 0)
    return (
      <EmptyState title="Päivälle ei ole ajoja" icon={IconTruckDelivery}>
        Lisää kuljettajille työvuorot tai tee tilauksia tälle päivälle.
      </EmptyState>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers serve the buttons inside (event delegation).
    <div ref={root} className={classes.body} onKeyDown={press} onClick={click}>
      <div className={classes.left}>
        <Rows board={board} index={index} span={span} now={now} hourPixels={hourPixels} choice={choice} linked={linked} />
        <BoardMap board={board} chosenRoute={chosenRoute} linked={linked} onSelect={choice.choose} />
      </div>
      <RouteList routes={board.reitit} works={index.works} />
      <FreeWork works={free} groups={groups} day={board.paiva} now={now} chosen={chosen} tabbed={choice.tabbedWork(listed)} given={given} />
      <BoardFoot target={target} index={index} acts={acts} onGive={give} onOpen={open} />
      {giving && (
        <GiveDriver
          title={titleOf(giving, index)}
          routes={board.reitit}
          onClose={() => setGiving(null)}
          onChoose={(route) => {
            setGiving(null)
            const works = [...chosen].filter((id) => index.works.has(id))
            if (giving.kind === 'work') void acts.give(works.includes(giving.id) ? works : [giving.id], route)
            else void acts.move([giving.id], route)
          }}
        />
      )}
    </div>
  )
}

const titleOf = (target: BoardTarget, index: ReturnType<typeof indexOf>): string => {
  const stop = index.stops.get(target.id)?.stop
  const works = stop ? worksOf(stop) : [target.id]
  return `Anna kuljettaja: ${works.map((id) => index.works.get(id)?.tunniste).join(', ')}`
}

const idAt = (element: EventTarget): string | null => {
  const found = element instanceof Element ? element.closest<HTMLElement>('[data-stop], [data-work], [data-head]') : null
  return found?.dataset.stop ?? found?.dataset.work ?? found?.dataset.head ?? null
}

const focusOn = (root: RefObject<HTMLElement | null>, id: string): void =>
  root.current?.querySelector<HTMLElement>(`[data-stop="${id}"], [data-work="${id}"], [data-head="${id}"]`)?.focus()

/** What is chosen, and which button the Tab key reaches: one among the rows, one in the list. */
function useChoice() {
  const [active, setActive] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () => ({
      active,
      chosen,
      choose(id: string, isAdded = false) {
        setActive(id)
        setChosen((before) => new Set(isAdded ? (before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]) : [id]))
      },
      clear() {
        setActive(null)
        setChosen(new Set())
      },
      tabbedWork: (free: readonly string[]): string | null => (active !== null && free.includes(active) ? active : (free[0] ?? null)),
    }),
    [active, chosen],
  )
}
type Choice = ReturnType<typeof useChoice>

type RowsProps = Omit<BodyProps, 'act' | 'proposed'> & { index: ReturnType<typeof indexOf>; choice: Choice; linked: ReadonlySet<string> }

function Rows({ board, index, span, now, hourPixels, choice, linked }: RowsProps) {
  const hours = hoursOf(span)
  const changeOf = useRowChanges()
  const scroll = useRef<HTMLElement>(null)
  const width = useWidth(scroll)
  const { active, chosen } = choice
  const lane = Math.max(hourPixels * (hours.length - 1), width - 252)
  const rowOfActive = active === null ? null : (index.stops.get(active)?.route.id ?? (index.routes.has(active) ? active : null))
  const tabbedRow = rowOfActive ?? board.reitit[0]?.id ?? null
  const isNow = now > span.start && now < span.end
  const nowAt = percentOf(now, span)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={scroll} className={classes.scroll} aria-label="Kuljettajien ajot" tabIndex={0}>
      <div className={classes.content} style={{ width: hourPixels === 0 ? '100%' : `calc(var(--who) + ${lane}px)` }}>
        <div className={classes.grid} aria-hidden>
          {hours.slice(1, -1).map((at) => (
            <i key={at} style={{ left: `${percentOf(at, span)}%` }} />
          ))}
        </div>
        <div className={classes.hours} aria-hidden>
          <div className={classes.hoursTitle}>
            <b>Kuljettajat</b>
            {board.reitit.length} vuorossa
          </div>
          <div className={classes.hourScale}>
            {writtenHours(span, lane / Math.max(1, hours.length - 1)).map((at) => (
              <span key={at} className={classes.hour} style={{ left: `${percentOf(at, span)}%` }}>
                {hourLabel(at)}
              </span>
            ))}
            {isNow && (
              <span className={classes.nowLabel} style={{ left: `${nowAt}%` }}>
                {formatTime(now)}
              </span>
            )}
          </div>
        </div>
        <ul className={classes.rows}>
          {board.reitit.map((route, at) => {
            const own = route.pysahdykset.map(({ id }) => id)
            const isTabbed = route.id === tabbedRow
            return (
              <RouteRow
                key={route.id}
                route={route}
                index={at}
                span={span}
                works={index.works}
                hourWidth={lane / Math.max(1, hours.length - 1)}
                chosen={[route.id, ...own].filter((id) => chosen.has(id)).join(' ')}
                linked={own.filter((id) => linked.has(id)).join(' ')}
                changed={[route.id, ...own].filter((id) => changeOf({ id })).join(' ')}
                tabbed={isTabbed ? (rowOfActive === route.id ? active : route.id) : null}
              />
            )
          })}
        </ul>
        {isNow && <div className={classes.now} style={{ left: `calc(var(--who) + (100% - var(--who)) * ${nowAt / 100})` }} />}
      </div>
    </section>
  )
}

function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1000)
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return width
}
