import { Link } from '@tanstack/react-router'
import { plural } from '#web/kit/format.ts'
import classes from './search-note.module.css'
import type { SearchHelp } from './use-search-help.ts'

type Props = { help: SearchHelp; typed: string }

/** Under the filters: which text was searched instead of the typed one, and what the archive holds. */
export function SearchNote({ help: { text, isCorrected, archived }, typed }: Props) {
  if (!isCorrected && !archived) return null
  return (
    <p className={classes.note} role="status">
      {isCorrected && (
        <span>
          Haulla ”{typed.trim()}” ei löytynyt. Näytetään haun <strong>{text}</strong> tulokset.
        </span>
      )}
      {archived !== null && archived > 0 && (
        <Link to="/arkisto" search={{ haku: text }} className={classes.link}>
          Arkistossa {plural(archived, 'osuma', 'osumaa')}
        </Link>
      )}
    </p>
  )
}
