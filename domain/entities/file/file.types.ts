/** How a file is handled, by its mime type (rules/files.md#kinds). */
export type FileKind = 'audio' | 'image' | 'video' | 'document'

export type FileType = {
  /** The type detected from a file's bytes. */
  mime: string
  /** The first one is added to a name that has none of these. */
  extensions: readonly [string, ...string[]]
  /** Whether a browser may show or play the file in place; otherwise it is downloaded. Nothing executable is shown. */
  shown: boolean
}

/** All accepted types. HTML, SVG, scripts and programs are not among them. */
export const fileTypes: readonly FileType[] = [
  { mime: 'image/jpeg', extensions: ['jpg', 'jpeg'], shown: true },
  { mime: 'image/png', extensions: ['png'], shown: true },
  { mime: 'image/webp', extensions: ['webp'], shown: true },
  { mime: 'image/gif', extensions: ['gif'], shown: true },
  { mime: 'application/pdf', extensions: ['pdf'], shown: true },
  { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extensions: ['docx'], shown: false },
  { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extensions: ['xlsx'], shown: false },
  { mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', extensions: ['pptx'], shown: false },
  { mime: 'application/vnd.oasis.opendocument.text', extensions: ['odt'], shown: false },
  { mime: 'application/vnd.oasis.opendocument.spreadsheet', extensions: ['ods'], shown: false },
  { mime: 'audio/mpeg', extensions: ['mp3'], shown: true },
  { mime: 'audio/x-m4a', extensions: ['m4a'], shown: true },
  { mime: 'audio/wav', extensions: ['wav'], shown: true },
  { mime: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'], shown: true },
  { mime: 'video/mp4', extensions: ['mp4'], shown: true },
  { mime: 'video/quicktime', extensions: ['mov'], shown: true },
  { mime: 'video/webm', extensions: ['webm'], shown: true },
]

/** The fault of a file of any other type. */
export const refusedType =
  'Tiedoston tyyppiä ei tueta. Käytä kuvaa (JPEG, PNG, WebP, GIF), PDF- tai Office-tiedostoa, ääntä (MP3, M4A, WAV, OGG) tai videota (MP4, MOV, WebM).'

const byMime = new Map(fileTypes.map((type) => [type.mime, type]))

/** Null for a type that is not accepted. */
export const fileTypeOf = (mime: string): FileType | null => byMime.get(mime) ?? null

export function fileKindOf(mime: string): FileKind {
  const [group] = mime.split('/')
  return group === 'audio' || group === 'image' || group === 'video' ? group : 'document'
}

const megabyte = 1024 * 1024

/** A file's largest size in megabytes: the company sets it (`tiedoston_enimmaiskoko`) between 1 and `max`. */
export const fileMegabytes = { usual: 25, max: 100 } as const
/** The largest upload that the server accepts, whatever the company has set. */
export const maxFileBytes = fileMegabytes.max * megabyte
/** A picture sent as base64 is held in the server's memory, so it is never larger than this. */
export const maxPictureBytes = fileMegabytes.usual * megabyte
export const bytesOfMegabytes = (megabytes: number): number => megabytes * megabyte

/** Smaller copies of a picture that can be requested: the longest side in pixels. `pieni` is for lists, `suuri` for a screen. */
export const pictureSizes = { pieni: 320, suuri: 1600 } as const
export type PictureSize = keyof typeof pictureSizes
