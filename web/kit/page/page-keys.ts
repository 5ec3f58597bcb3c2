import { type HotkeyItem, useHotkeys } from '@mantine/hooks'

export const isDialogOpen = (): boolean => document.querySelector('[aria-modal=true]') !== null

/** A dialog or a menu over the page has the keys to itself: what is done in it must not be lost to a page that goes on underneath. */
const isCovered = ({ target }: KeyboardEvent): boolean =>
  isDialogOpen() || (target instanceof Element && target.closest('[role=menu]') !== null)

/** Keys of the page itself: none of them while something is typed, or while something is open over it. */
export const usePageKeys = (keys: readonly HotkeyItem[]): void =>
  useHotkeys(keys.map(([key, act, options]) => [key, (event) => !isCovered(event) && act(event), options]))
