type Request = { result?: unknown; onsuccess?: () => void }

/** A device's IndexedDB as far as device-store.ts uses it, for tests: each answer comes in a turn of its own. */
export function deviceStore() {
  const rows = new Map<string, unknown>()
  const writes: string[] = []
  const store = {
    get: (key: string) => ({ result: rows.get(key) }),
    getAllKeys: () => ({ result: [...rows.keys()] }),
    put: (value: unknown, key: string) => {
      writes.push(`put ${key}`)
      rows.set(key, value)
      return { result: key }
    },
    delete: (key: string) => {
      writes.push(`delete ${key}`)
      rows.delete(key)
      return {}
    },
  }
  const transaction = () => {
    const own: { objectStore: () => typeof store; oncomplete?: () => void } = { objectStore: () => store }
    setTimeout(() => own.oncomplete?.(), 5)
    return own
  }
  const open = () => {
    const request: Request = { result: { transaction, close: () => undefined } }
    setTimeout(() => request.onsuccess?.(), 0)
    return request
  }
  return { rows, writes, indexedDB: { open } }
}
