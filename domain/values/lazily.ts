/** Makes the value when it is first asked for: each format of Intl takes milliseconds of the app's start on a phone. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
