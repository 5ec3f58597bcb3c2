import type { AnyRouter } from '@tanstack/react-router'
import { pageSelector } from '#web/kit/page/page.tsx'
import { catchTyping } from './typed-ahead.ts'

/** How long to wait for a page's first field, and to keep for it what is typed meanwhile (milliseconds). */
const fieldWait = 10_000
const typingWait = 3000

const typable =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range]):not(:disabled, [readonly]), textarea:not(:disabled, [readonly]), select:not(:disabled)'

function firstField(within: Element): HTMLElement | undefined {
  // Focusing a select field with a value would open its list over the page.
  const isFilledChoice = (field: HTMLElement) =>
    field instanceof HTMLInputElement && field.matches('[aria-haspopup=listbox]') && field.value !== ''
  const fields = [...within.querySelectorAll<HTMLElement>(typable)].filter((field) => !isFilledChoice(field))
  return fields.find((field) => field.checkVisibility({ visibilityProperty: true }) && !field.closest('[inert]'))
}

/** On a touch screen, focusing a field would open the keyboard over a page that the person has not seen yet. */
const mayFocusFields = (): boolean => matchMedia('(pointer: fine)').matches

/** Inserts text into the focused field as if it had been typed there. */
function insertTyped(text: string): void {
  if (text !== '') document.execCommand('insertText', false, text)
}

/** Delivers typed text to a field, or to the page's keyboard shortcuts, as if it had been typed there. */
function deliverTyped(text: string, target: Element): void {
  if (target.matches('input, textarea')) insertTyped(text)
  else for (const key of text) target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

/** Focuses without a previously focused element, so that fields that open a list on focus stay closed. */
function focusFromNowhere(target: HTMLElement): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  target.focus({ preventScroll: true })
}

/**
 * Focuses the page that has just been opened: its first field, so that people can type at once, or its heading where keys navigate a list
 * or nothing can be typed. Waits for content that is still loading, until the person acts. `takeTyped` returns what was typed
 * meanwhile. Returns a function that stops waiting.
 */
function focusPage(takeTyped: () => string): () => void {
  const content = document.getElementById('sisalto')
  const stopping = new AbortController()
  const observer = new MutationObserver(attempt)
  const stop = (): void => {
    stopping.abort()
    observer.disconnect()
    takeTyped()
  }
  let focusedHeading: HTMLElement | null = null

  function attempt(): void {
    if (!content?.isConnected || document.querySelector('[aria-modal=true]')) return
    const page = content.querySelector(pageSelector)
    if (!page) return
    const marked = page.querySelector<HTMLElement>('[data-page-focus]')
    const wantsField = page.getAttribute('data-page') === 'field' && mayFocusFields()
    const target = marked ?? (wantsField ? firstField(page) : page.querySelector<HTMLElement>('h1'))
    // A page whose content is still being read is replaced, with its heading, by the whole one.
    if (target && !page.matches('[aria-busy=true]')) {
      const typed = takeTyped()
      stop()
      focusFromNowhere(target)
      deliverTyped(typed, target)
      return
    }
    const heading = page.querySelector<HTMLElement>('h1')
    if (heading && heading !== focusedHeading) focusFromNowhere(heading)
    focusedHeading = heading
  }

  const { signal } = stopping
  // Plain typing does not end the wait, since it is kept for the field.
  const isOwnDoing = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
    key.length > 1 ? key !== 'Backspace' && key !== 'Shift' : ctrlKey || metaKey
  addEventListener('pointerdown', stop, { signal, capture: true })
  addEventListener('keydown', (event) => isOwnDoing(event) && stop(), { signal, capture: true })
  const timer = setTimeout(stop, fieldWait)
  signal.addEventListener('abort', () => clearTimeout(timer))
  if (content)
    observer.observe(content, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'readonly', 'inert'] })
  attempt()
  return stop
}

/** Moves the focus whenever another page is opened, but not when a filter changes. Returns a function that ends it. */
export function followPages(router: AnyRouter): () => void {
  let stopWaiting = (): void => undefined
  let takeTyped = (): string => ''
  const ends = [
    router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return
      stopWaiting()
      takeTyped()
      if (!mayFocusFields()) return
      takeTyped = catchTyping()
      setTimeout(takeTyped, typingWait)
    }),
    router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
      if (!pathChanged && fromLocation) {
        // The person went back before the other page was shown: what was typed belongs to the page that stayed.
        deliverTyped(takeTyped(), document.activeElement ?? document.body)
        return
      }
      stopWaiting()
      // On a slow machine the person may already have focused a field of the new page.
      if (fromLocation && document.activeElement?.matches(`${pageSelector} :is(${typable})`)) {
        insertTyped(takeTyped())
        return
      }
      if (fromLocation) document.getElementById('sisalto')?.focus({ preventScroll: true })
      stopWaiting = focusPage(takeTyped)
    }),
  ]
  return () => {
    stopWaiting()
    for (const end of ends) end()
  }
}
