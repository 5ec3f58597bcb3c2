import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The fonts' bytes, as pdfkit's registerFont takes them. */
export type WaybillFonts = { readonly text: Buffer; readonly strong: Buffer }

let loaded: Promise<WaybillFonts> | undefined

/** Inter as static TTF files: pdfkit cannot embed the variable WOFF2 that the web app uses. Read once a process. */
export function waybillFonts(): Promise<WaybillFonts> {
  loaded ??= readFonts()
  return loaded
}

async function readFonts(): Promise<WaybillFonts> {
  const [text, strong] = await Promise.all([
    readFile(fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'))),
    readFile(fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'))),
  ])
  return { text, strong }
}
