import { type ReactNode, useEffect } from 'react'
import { useSettings } from '#web/session/settings.ts'
import { ConnectionNote } from './connection-note.tsx'
import classes from './page.module.css'

type Props = {
  /** The page's heading and, with the company's name, the browser's title. */
  title: string
  /** Beside the heading: a number, a date, that a draft is kept. */
  detail?: ReactNode
  /** The page's own buttons, at the far end of the heading. */
  actions?: ReactNode
  /** The consequences of having no network, where the page has more than old data (`ConnectionNote`). */
  offline?: string
  /** When the shown data was read, where the page knows better than the connection (`ConnectionNote`). */
  readAt?: number | null
  /** `list` fills the window, `form` has a readable line length, `narrow` is for a single task. */
  width?: 'list' | 'form' | 'narrow'
  /**
   * What gets the focus when the page opens: the first `field`, for pages where people type, or the `heading`, where keys navigate a
   * list or there is only something to read. Lists default to the heading.
   */
  focus?: 'field' | 'heading'
  /** A bar at the bottom of the window ends the page on a phone. */
  bar?: boolean
  children: ReactNode
}

/** The heading's id; only one page is open at a time. */
export const headingId = 'sivun-otsikko'
export const pageSelector = '[data-page]'

/** Sets the browser's title. */
export function usePageTitle(title: string): void {
  const { companyName } = useSettings()
  useEffect(() => {
    document.title = `${title} · ${companyName || 'Kuorma'}`
  }, [title, companyName])
}

/** The frame of every screen. */
export function Page({ title, detail, actions, offline, readAt, width = 'form', focus, bar = false, children }: Props) {
  usePageTitle(title)
  return (
    <div
      className={classes.page}
      data-width={width}
      data-bar={bar || undefined}
      data-page={focus ?? (width === 'list' ? 'heading' : 'field')}
    >
      <div className={classes.head}>
        <h1 id={headingId} className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {detail && <div className={classes.detail}>{detail}</div>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <ConnectionNote offline={offline} readAt={readAt} />
      {children}
    </div>
  )
}

type DetailProps = Omit<Props, 'width'> & {
  /** On a phone it is the bar, when the page has one. */
  aside?: ReactNode
}

/** A page of sections, with an aside that stays in sight beside them (below them on a phone). */
export function DetailPage({ aside, bar = false, children, ...page }: DetailProps) {
  return (
    <Page {...page} bar={bar}>
      <div className={classes.detailGrid} data-aside={aside ? true : undefined}>
        <div className={classes.sections}>{children}</div>
        {aside && <aside className={classes.aside}>{aside}</aside>}
      </div>
    </Page>
  )
}
