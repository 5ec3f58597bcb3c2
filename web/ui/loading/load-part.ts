import { type ComponentType, lazy } from 'react'

/** How long a part of the app is waited for (rules/settings.md#constants), milliseconds. */
export const partTimeout = 120_000

/** A part of the app that could not be loaded: no network, a connection that stalls, or a server with a newer build. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded'
}

/** Loads code; rejects with `PartNotLoaded` when it fails or takes longer than the timeout. */
export async function loadPart<T>(load: () => Promise<T>, timeout = partTimeout): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PartNotLoaded('timeout')), timeout)
  })
  try {
    return await Promise.race([load(), late])
  } catch (failure) {
    throw failure instanceof PartNotLoaded ? failure : new PartNotLoaded('failed', { cause: failure })
  } finally {
    clearTimeout(timer)
  }
}

/** A component of a part of the app, which is loaded when it is first shown. */
export const lazyPart = <M, P>(load: () => Promise<M>, componentOf: (part: M) => ComponentType<P>) =>
  lazy(() => loadPart(load).then((part) => ({ default: componentOf(part) })))
