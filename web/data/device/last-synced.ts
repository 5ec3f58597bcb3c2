const key = 'kuorma.synced'

export function noteSynced(): void {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    // It is only shown.
  }
}

/** When an item of this device last reached the server (milliseconds); 0 when none has. */
export function lastSynced(): number {
  try {
    return Number(localStorage.getItem(key) ?? 0) || 0
  } catch {
    return 0
  }
}
