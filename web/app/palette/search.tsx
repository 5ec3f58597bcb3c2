import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { Session } from '../../session/session.ts'
import { lazyPart } from '../../ui/loading/load-part.ts'
import { commandKey } from '../shell/command-key.ts'
import { closePalette, openPalette, typedAhead, useOpenedPalette } from './palette-key.ts'
import classes from './search.module.css'

// Loaded when it is first opened.
const Palette = lazyPart(
  () => import('./palette.tsx'),
  (part) => part.Palette,
)

type Props = {
  session: Session
  /** A field where there is room, an icon, or an icon that is hidden where a phone's header has no room for it. */
  shape: 'field' | 'icon' | 'icon-beside-button'
}

/** The header's search. Its shortcut works everywhere, also while a field has the focus. */
export function Search({ session, shape }: Props) {
  const opened = useOpenedPalette()
  const pressed = { 'aria-keyshortcuts': 'Control+K Meta+K', onClick: openPalette }
  return (
    <div className={classes.place} data-shape={shape}>
      {shape === 'field' && (
        <UnstyledButton className={classes.field} {...pressed}>
          <IconSearch size={16} stroke={1.8} aria-hidden />
          <span className={classes.text}>Hae tilauksia, asiakkaita, autoja…</span>
          <Kbd size="xs" aria-hidden>
            {commandKey} K
          </Kbd>
        </UnstyledButton>
      )}
      <ActionIcon className={classes.icon} size={44} aria-label="Haku" {...pressed}>
        <IconSearch size={20} stroke={1.8} aria-hidden />
      </ActionIcon>
      {opened && (
        <Suspense>
          <Palette session={session} typedAhead={typedAhead} onClose={closePalette} />
        </Suspense>
      )}
    </div>
  )
}
