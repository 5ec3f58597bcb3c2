/** What stands on the key that commands are given with: Apple's keyboards have one of their own. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
