/** Fields with a single value: a choice, a day, a time, a number. Typing replaces the whole value. */
const replaced = ':is([role=combobox], [aria-haspopup=listbox], [inputmode=decimal], [inputmode=numeric], [data-select-on-focus])'

/** Selects the whole text of such fields when they receive focus by keyboard or pointer. Returns a function that removes the listeners. */
export function selectOnFocus(): () => void {
  const ending = new AbortController()
  const options = { signal: ending.signal, capture: true }
  let pressed: HTMLInputElement | null = null
  const fieldOf = (target: EventTarget | null): HTMLInputElement | null =>
    target instanceof HTMLInputElement && target.matches(replaced) && !target.readOnly ? target : null
  addEventListener('focusin', ({ target }) => fieldOf(target)?.select(), options)
  // A click places the caret after the field has received focus, so the text is selected again. A second click or a dragged selection stays
  addEventListener(
    'pointerdown',
    ({ target }) => {
      const field = fieldOf(target)
      pressed = field === document.activeElement ? null : field
    },
    options,
  )
  addEventListener(
    'click',
    ({ target }) => {
      const field = fieldOf(target)
      if (field && field === pressed && field.selectionStart === field.selectionEnd) field.select()
      pressed = null
    },
    options,
  )
  return () => ending.abort()
}
