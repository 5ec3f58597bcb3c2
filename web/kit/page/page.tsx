import { type ReactNode, useEffect } from 'react'
import { settings } from '#web/session/settings.ts'
import { ConnectionNote } from './connection-note.tsx'
import classes from './page.module.css'

type Props = {
  /** The page's heading, and with the company's name the browser's title. */
  title: string
  /** Beside the heading: a number, a date, that a draft is kept. */
  detail?: ReactNode
  /** The page's own buttons, at the far end of the heading. */
  actions?: ReactNode
  /** What the lack of a network means here, where that is more than old data (`ConnectionNote`). */
  offline?: string
  /** When what is shown was read, where the page knows better than the connection (`ConnectionNote`). */
  readAt?: number | null
  /** `list` fills the window, `form` is as wide as lines are good to read, `narrow` is for one thing. */
  width?: 'list' | 'form' | 'narrow'
  /**
   * What the focus goes to when the page is opened: the first `field`, for pages where people type, or the `heading`, where keys walk a
   * list or there is only something to read. Lists have the heading unless they say otherwise.
   */
  focus?: 'field' | 'heading'
  children: ReactNode
}

/** Of the page that is open: there is one at a time. */
export const headingId = 'sivun-otsikko'
export const pageSelector = '[data-page]'

/** Says in the browser's tab where one is. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${settings().companyName || 'Kuorma'}`
  }, [title])
}

/** What every screen begins with. */
export function Page({ title, detail, actions, offline, readAt, width = 'form', focus, children }: Props) {
  usePageTitle(title)
  return (
    <div className={classes.page} data-width={width} data-page={focus ?? (width === 'list' ? 'heading' : 'field')}>
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
  aside?: ReactNode
  /** On a phone the aside is a bar that stays at the bottom of the window. */
  bar?: boolean
}

/** A page of sections, with what stays in sight beside them (below them on a phone). */
export function DetailPage({ aside, bar = false, children, ...page }: DetailProps) {
  return (
    <Page {...page}>
      <div className={classes.detailGrid} data-aside={aside ? true : undefined}>
        <div className={classes.sections}>{children}</div>
        {aside && (
          <aside className={classes.aside} data-bar={bar || undefined}>
            {aside}
          </aside>
        )}
      </div>
    </Page>
  )
}
