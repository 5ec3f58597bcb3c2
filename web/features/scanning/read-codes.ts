import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Served by ourselves, and stored ahead by the service worker (fetch-ahead.ts): drivers scan without a network. By default the library loads it from a CDN.
prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) } })

/** Reads the codes of waybills and labels in a picture: QR and Code 128. */
export function codeReader(): (picture: HTMLVideoElement) => Promise<string[]> {
  const detector = new BarcodeDetector({ formats: ['qr_code', 'code_128'] })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}
