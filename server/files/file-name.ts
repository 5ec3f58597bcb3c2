import { parse } from 'content-disposition'
import { RequestFault } from '#domain/errors.ts'
import type { FileType } from './file-type.ts'

const longest = 255
// Controls, and what turns the direction of text so that "gpj.exe" reads "exe.jpg".
const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/gu
const otherExtensions: Readonly<Record<string, readonly string[]>> = { jpg: ['jpeg'] }

/** The name that `Content-Disposition: file; filename="a.png"` gives, without folders, ending as the file's type says. */
export function fileNameOf(header: string | undefined, type: FileType): string {
  const given = nameIn(header)
  const base = (given.split(/[/\\]/).at(-1) ?? '').normalize('NFC').replace(unseen, '').trim().replace(/^\.+/, '')
  if (given.trim() === '') throw new RequestFault({ kind: 'bad_request', detail: 'Tiedoston nimi puuttuu (Content-Disposition).' })
  const name = base === '' ? 'tiedosto' : base
  const endings = [type.extension, ...(otherExtensions[type.extension] ?? [])].map((extension) => `.${extension}`)
  const ending = endings.find((one) => name.toLowerCase().endsWith(one)) ?? ''
  const stem = ending === '' ? name : name.slice(0, -ending.length)
  const kept = ending === '' ? `.${type.extension}` : name.slice(-ending.length)
  return `${[...stem].slice(0, longest - kept.length).join('')}${kept}`
}

function nameIn(header: string | undefined): string {
  try {
    return header === undefined ? '' : (parse(header).parameters.filename ?? '')
  } catch {
    throw new RequestFault({ kind: 'bad_request', detail: 'Content-Disposition ei kelpaa.' })
  }
}
