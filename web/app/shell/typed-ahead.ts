/**
 * Captures what is typed until the returned function is called, since people start typing while the palette opens and before its field
 * appears. A second call returns ''.
 */
export function catchTyping(): () => string {
  let text = ''
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      // A command starts another action, to which the text typed after it belongs.
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
