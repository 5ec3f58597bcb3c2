/** Fields that hold one value out of many: a choice, a day, a time, a number. What is typed takes the place of what they hold. */
const replaced = ':is([role=combobox], [aria-haspopup=listbox], [inputmode=decimal], [inputmode=numeric], [data-select-on-focus])'

/** Selects the whole text of such fields as they get the focus, by key or by mouse. Returns a function that ends it. */
export function selectOnFocus(): () => void {
  const ending = new AbortController()
  const options = { signal: ending.signal, capture: true }
  let pressed: HTMLInputElement | null = null
  const fieldOf = (target: EventTarget | null): HTMLInputElement | null =>
    target instanceof HTMLInputElement && target.matches(replaced) && !target.readOnly ? target : null
  addEventListener('focusin', ({ target }) => fieldOf(target)?.select(), options)
  // The press that gives the focus also puts the cursor somewhere, after the focus; a second press, or a part chosen by dragging, stays.
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
