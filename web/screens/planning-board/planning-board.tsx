import { Button, Skeleton } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { startOfDay } from '#domain/values/time/time.ts'
import { Page } from '#web/kit/page/page.tsx'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { dayFrom, usePageSearch } from '#web/kit/page/page-search.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { BoardBody } from './board-body.tsx'
import { spanOf } from './board-model.ts'
import { BoardDays, BoardTools } from './board-toolbar.tsx'
import free from './free-work.module.css'
import classes from './planning-board.module.css'
import { previewOf } from './proposal/preview.ts'
import { ProposalBar } from './proposal/proposal-bar.tsx'
import { useProposal } from './proposal/use-proposal.ts'
import { hourLabel } from './rows/rows.tsx'
import { type BoardActions, useBoard } from './use-board.ts'

/** Pixels of an hour; 0 fits the day into the window. */
const zooms = [0, 90, 130, 190] as const

/** `ajot` (rules/planning-board.md) */
export function PlanningBoardScreen() {
  const now = useNow(30)
  const { search, set } = usePageSearch()
  const day = startOfDay(dayFrom(search.paiva) || now)
  const [zoom, setZoom] = useState(0)
  const { query, board: shown, act, undo, redo } = useBoard(day, now)
  const proposal = useProposal(day, act)
  const proposed = shown ? proposal.current : null
  const askButton = useRef<HTMLButtonElement>(null)
  const isProposed = proposed !== null
  useEffect(() => {
    // The buttons of the proposal have gone, and with them the focus.
    return () => {
      if (isProposed) requestAnimationFrame(() => document.activeElement === document.body && askButton.current?.focus())
    }
  }, [isProposed])
  const preview = useMemo(() => (shown && proposed ? previewOf(shown, proposed) : shown), [shown, proposed])
  const span = useMemo(() => (preview ? spanOf(preview) : { start: day, end: day }), [preview, day])
  usePageKeys([
    ['mod+Z', undo.run],
    ['mod+shift+Z', redo.run],
    ['E', () => proposal.ask()],
  ])
  return (
    <div className={classes.frame}>
      <Page
        title="Päivän ajot"
        width="list"
        detail={<BoardDays day={day} now={now} onDay={(next) => set({ paiva: next === startOfDay(now) ? undefined : String(next) })} />}
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
              ref={askButton}
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
          <>
            {proposed && <ProposalBar board={shown} proposed={proposed} state={proposal} />}
            <BoardBody
              key={day}
              board={preview ?? shown}
              span={span}
              now={now}
              act={proposed ? refuseEdits : act}
              hourPixels={zooms[zoom] ?? 0}
              proposed={proposed}
            />
          </>
        )}
      </Page>
    </div>
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
