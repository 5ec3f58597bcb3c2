import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatEuros, plural } from '#web/kit/format.ts'
import { OutcomeIcon } from '#web/ui/badges/outcome-icon.tsx'
import classes from './invoicing.module.css'
import type { MarkResult } from './use-marking.ts'

/** The result of each order; failed ones come first and stay on the list. */
export function ResultsPanel({ results, onClose }: { results: readonly MarkResult[]; onClose: () => void }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // The list may be scrolled far down when the answer comes.
    if (results.length > 0) panel.current?.focus()
  }, [results])
  if (results.length === 0) return null
  const failed = results.filter(({ success }) => !success)
  const done = results.filter(({ success }) => success)
  const title =
    failed.length === 0
      ? `${plural(done.length, 'tilaus', 'tilausta')} merkitty laskutetuksi`
      : `${plural(done.length, 'tilaus', 'tilausta')} merkitty, ${failed.length} epäonnistui`
  return (
    <section ref={panel} tabIndex={-1} className={classes.results} aria-label="Tulokset" data-failed={failed.length > 0 || undefined}>
      <div className={classes.resultsHead}>
        <h2>{title}</h2>
        <ActionIcon aria-label="Sulje tulokset" onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <ul>
        {[...failed, ...done].map(({ order, success, message }) => (
          <li key={order.id}>
            <OutcomeIcon done={success} />
            <span>
              <strong>{order.tunniste}</strong> {order.asiakas.name},{' '}
              {order.ryhma ? `ryhmässä ${order.ryhma.tunniste}` : formatEuros(order.hinta)}
              {success ? ' – laskutettu' : ` – ${message}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
