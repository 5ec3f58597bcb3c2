import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './card.module.css'

type Props = {
  title: string
  note?: string
  aside?: ReactNode
  /** The part of an address after `#` that leads to this card. */
  anchor?: string
  children?: ReactNode
}

/** A card of the order's page; its content reaches the edges. */
export function Card({ title, note, aside, anchor, children }: Props) {
  const heading = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (anchor !== undefined && window.location.hash === `#${anchor}`) card.current?.scrollIntoView({ block: 'center' })
  }, [anchor])
  return (
    <section ref={card} className={classes.card} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{title}</h2>
        {note && <span className={classes.note}>{note}</span>}
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}
