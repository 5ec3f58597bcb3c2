import { parse } from 'content-disposition'
import type { FileType } from '#domain/entities/file/file.types.ts'
import { RequestFault } from '#domain/errors.ts'
import { toNfc } from '#domain/values/nfc.ts'

const longest = 255
// Control characters, and characters that change the direction of text so that "gpj.exe" reads "exe.jpg".
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
// Special characters of file systems and shells where the file may be saved.
const special = /[<>:"|?*]/g

/** The name that `Content-Disposition: file; filename="a.png"` gives; throws a RequestFault when it gives none. */
export function fileNameOf(header: string | undefined): string {
  const name = parsed(header)
  if (name.trim() === '') throw new RequestFault({ kind: 'bad_request', detail: 'Tiedoston nimi puuttuu (Content-Disposition).' })
  return name
}

function parsed(header: string | undefined): string {
  try {
    return header === undefined ? '' : (parse(header).parameters.filename ?? '')
  } catch {
    throw new RequestFault({ kind: 'bad_request', detail: 'Content-Disposition ei kelpaa.' })
  }
}

/** A name that is safe to save under: no folders, no invisible characters, an extension of the file's type. */
export function safeName(original: string, { extensions }: FileType): string {
  const last = original.split(/[/\\]/).at(-1) ?? ''
  const base = toNfc(last)
    .replace(unseen, '')
    .replace(special, '-')
    .replace(/^[.\s]+/, '')
    .trim()
  const name = base === '' ? 'tiedosto' : base
  const ending = extensions.map((extension) => `.${extension}`).find((one) => name.toLowerCase().endsWith(one)) ?? ''
  const stem = ending === '' ? name : name.slice(0, -ending.length)
  const suffix = ending === '' ? `.${extensions[0]}` : name.slice(-ending.length)
  return `${[...stem].slice(0, longest - suffix.length).join('')}${suffix}`
}
