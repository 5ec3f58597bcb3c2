import type { AnyRouter } from '@tanstack/react-router'
import { pageSelector } from '#web/kit/page/page.tsx'
import { catchTyping } from './typed-ahead.ts'

/** How long a page's first field is waited for, and how long what is typed meanwhile is kept for it (milliseconds). */
const fieldWait = 10_000
const typingWait = 3000

const typable =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range]):not(:disabled, [readonly]), textarea:not(:disabled, [readonly]), select:not(:disabled)'

function firstField(within: Element): HTMLElement | undefined {
  // A filled choice would open its list over the page.
  const isFilledChoice = (field: HTMLElement) =>
    field instanceof HTMLInputElement && field.matches('[aria-haspopup=listbox]') && field.value !== ''
  const fields = [...within.querySelectorAll<HTMLElement>(typable)].filter((field) => !isFilledChoice(field))
  return fields.find((field) => field.checkVisibility({ visibilityProperty: true }) && !field.closest('[inert]'))
}

/** On a touch screen the focus would bring up the keyboard over a page that nobody has seen yet. */
const mayFocusFields = (): boolean => matchMedia('(pointer: fine)').matches

/** Into the focused field, as if it had been typed there. */
function insertTyped(text: string): void {
  if (text !== '') document.execCommand('insertText', false, text)
}

/** Gives typed text to a field, as if it had been typed there, or to the keys of the page. */
function deliverTyped(text: string, target: Element): void {
  if (target.matches('input, textarea')) insertTyped(text)
  else for (const key of text) target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

/** Without a field to come from: fields that open a list when people enter them stay closed. */
function focusFromNowhere(target: HTMLElement): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  target.focus({ preventScroll: true })
}

/**
 * Focuses the page that has just been opened: its first field, so that people can type at once, or its heading where keys walk a list or
 * there is nothing to type. Waits for what is still loading, until the person does something else. `takeTyped` gives what was typed
 * meanwhile. Returns a function that stops the waiting.
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
    if (target) {
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
  // What is only typed is kept for the field.
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

/** Moves the focus whenever another page is opened; changing a filter opens none. Returns a function that ends it. */
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
        // Back before the other page had come: what was typed belongs to the page that never left.
        deliverTyped(takeTyped(), document.activeElement ?? document.body)
        return
      }
      stopWaiting()
      // On a slow machine the person may have gone to a field of the new page already.
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
