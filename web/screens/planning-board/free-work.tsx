import { memo } from 'react'
import type { BoardWork } from '#domain/features/planning-board/board.ts'
import { goodsOf, wayOf, windowOf } from '#web/features/planning-board/board-words.ts'
import { formatDay } from '#web/kit/format.ts'
import text from './board-text.module.css'
import classes from './free-work.module.css'

type Props = {
  works: readonly BoardWork[]
  /** Work of drivers that has no stops: of those without a shift on its day, most of all. */
  groups: readonly { id: string; title: string; works: readonly BoardWork[] }[]
  day: number
  now: number
  chosen: ReadonlySet<string>
  tabbed: string | null
  given: ReadonlyMap<string, string>
}

/** Work that is on no shift: first of drivers without a shift, then without a driver, by the beginning of its window. */
export const FreeWork = memo(({ works, groups, ...shared }: Props) => (
  <aside className={classes.free} data-free aria-label="Ilman kuljettajaa">
    {groups.map(({ id, title, works: own }) => (
      <section key={id} className={classes.group} aria-label={title}>
        <h2 className={classes.freeTitle}>
          {title} <small>{own.length}</small>
        </h2>
        <Jobs works={own} {...shared} />
      </section>
    ))}
    <h2 className={classes.freeTitle}>
      Ilman kuljettajaa <small>{works.length}</small>
    </h2>
    {works.length === 0 ? <p className={text.hint}>Kaikille tilauksille on kuljettaja.</p> : <Jobs works={works} {...shared} />}
    <p className={text.hint}>
      <span className={classes.byMouse}>
        Vedä riville tai paina <kbd className={text.key}>A</kbd>
      </span>
      <span className={classes.byTouch}>Napauta tilausta ja valitse Anna kuljettaja.</span>
    </p>
  </aside>
))

function Jobs({ works, day, now, chosen, tabbed, given }: Omit<Props, 'groups'>) {
  return (
    <ul className={classes.jobs}>
      {works.map((work) => (
        <Job
          key={work.id}
          work={work}
          day={day}
          now={now}
          isChosen={chosen.has(work.id)}
          isTabbed={tabbed === work.id}
          taker={given.get(work.id)}
        />
      ))}
    </ul>
  )
}

type JobProps = { work: BoardWork; day: number; now: number; isChosen: boolean; isTabbed: boolean; taker: string | undefined }

const Job = memo(({ work, day, now, isChosen, isTabbed, taker }: JobProps) => (
  <li>
    <button
      type="button"
      className={classes.job}
      data-work={work.id}
      aria-pressed={isChosen}
      data-ghost={taker !== undefined || undefined}
      tabIndex={isTabbed ? 0 : -1}
    >
      <span className={classes.jobLine}>
        <b>{work.tunniste}</b>
        <JobTime work={work} day={day} now={now} />
      </span>
      <span className={classes.jobWay}>{wayOf(work)}</span>
      <span className={classes.jobLine}>
        <span className={text.muted}>{goodsOf(work)}</span>
        {taker !== undefined && <b className={classes.taker}>{taker}</b>}
      </span>
    </button>
  </li>
))

function JobTime({ work, day, now }: { work: BoardWork; day: number; now: number }) {
  const ends = work.toimitus_aika_loppu || work.nouto_aika_loppu
  const isLate = (ends > 0 && ends < now) || (work.paiva > 0 && work.paiva < day)
  const text = windowOf(work, day) || (work.paiva === 0 ? 'Ei päivää' : work.paiva === day ? '' : formatDay(work.paiva))
  return (
    <time className={classes.jobTime} data-late={isLate || undefined}>
      {text}
    </time>
  )
}
