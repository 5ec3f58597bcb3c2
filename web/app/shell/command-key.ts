/** The label of the modifier key for shortcuts, which differs on Apple's keyboards. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
