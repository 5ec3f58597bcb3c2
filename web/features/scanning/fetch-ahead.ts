import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { FetchAhead } from '#web/service-worker/app-files.ts'

/** Has the service worker store the reader of codes, so that drivers scan without a network also before they have scanned once. */
export async function storeCodeReader(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage({ type: 'FETCH_AHEAD', urls: [wasmUrl] } satisfies FetchAhead)
}
