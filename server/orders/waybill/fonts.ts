import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** What pdfkit's registerFont takes: a font's bytes, or the name of one of PDF's own fonts. */
export type WaybillFonts = { readonly text: Buffer | string; readonly strong: Buffer | string }

let loaded: Promise<WaybillFonts> | undefined

/** Inter as static TTF files: pdfkit cannot embed the variable WOFF2 that the web app uses. Read once a process. */
export function waybillFonts(): Promise<WaybillFonts> {
  loaded ??= readFonts()
  return loaded
}

async function readFonts(): Promise<WaybillFonts> {
  try {
    const [text, strong] = await Promise.all([readFont('400Regular/Inter_400Regular.ttf'), readFont('600SemiBold/Inter_600SemiBold.ttf')])
    return { text, strong }
  } catch {
    // Until @expo-google-fonts/inter is a dependency. Then this goes.
    return { text: 'Helvetica', strong: 'Helvetica-Bold' }
  }
}

function readFont(file: string): Promise<Buffer> {
  return readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}`)))
}
