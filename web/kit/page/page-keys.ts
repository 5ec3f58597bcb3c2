import { type HotkeyItem, useHotkeys } from '@mantine/hooks'

export const isDialogOpen = (): boolean => document.querySelector('[aria-modal=true]') !== null

/** A dialog or a menu over the page gets all keys: a shortcut must not leave the page and lose what was typed in it. */
const isCovered = ({ target }: KeyboardEvent): boolean =>
  isDialogOpen() || (target instanceof Element && target.closest('[role=menu]') !== null)

/** A dialog that Escape closes is gone before the page's handlers run: whether the page was covered is noted before any of them. */
let wasCovered = false
if (typeof window !== 'undefined')
  window.addEventListener(
    'keydown',
    (event) => {
      wasCovered = isCovered(event)
    },
    { capture: true },
  )

/** The page's keyboard shortcuts: off while something is typed, or while a dialog or menu is open. */
export const usePageKeys = (keys: readonly HotkeyItem[]): void =>
  useHotkeys(keys.map(([key, act, options]) => [key, (event) => !wasCovered && !isCovered(event) && act(event), options]))
