/**
 * Captures what is typed from now on, until the returned function is called: people go on typing while the palette opens, and its field takes a
 * moment to appear. A second call returns nothing more.
 */
export function catchTyping(): () => string {
  let text = ''
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      // A command begins something else, which what is typed after it belongs to.
      if (event.key.length === 1) removeEventListener('keydown', keep, true)
      return
    }
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', keep, true)
  return () => {
    removeEventListener('keydown', keep, true)
    const typed = text
    text = ''
    return typed
  }
}
