import { z } from 'zod'
import { file } from '../../entities/file/file.entity.ts'
import { maxPictureBytes } from '../../entities/file/file.types.ts'
import { defineCall } from '../../model/define-call.ts'
import { parseField } from '../../model/validation.ts'

const rowId = (what: string) => z.uuid(`${what} on UUID.`).toLowerCase()

/** The length of the largest picture in base64. */
export const maxBase64 = Math.ceil(maxPictureBytes / 3) * 4

/** Adds a picture to a shipment: its file and the shipment's `kuvat` are stored together (rules/deliveries.md#pictures). */
export const addPictureCall = defineCall({
  method: 'POST',
  path: '/api/kuva',
  roles: ['yllapito', 'kuljettaja'],
  input: z.strictObject({
    /** If given, it must be the shipment's own customer. */
    asiakas: rowId('Asiakkaan tunniste (asiakas)').optional(),
    tilaus: rowId('Tilauksen tunniste (tilaus)').optional(),
    lahetys: rowId('Lähetyksen tunniste (lahetys)'),
    /** Base64, or a data URL of it. */
    kuva: z.string('Anna kuva base64-muodossa.').min(1, 'Kuva puuttuu.').meta({ contentEncoding: 'base64' }),
    /** Accepted for compatibility: the file's type is detected from its bytes. */
    extension: z
      .string('Tiedostopääte on tekstiä.')
      .regex(/^\.?[A-Za-z0-9]{0,10}$/, 'Tiedostopääte ei kelpaa. Esimerkki: jpg.')
      .optional(),
    kuvaus: z
      .unknown()
      .transform((input, context): string => {
        const read = parseField(file.fields.kuvaus, input ?? null)
        if ('value' in read) return String(read.value)
        context.addIssue({ code: 'custom', message: read.fault })
        return z.NEVER
      })
      .prefault(''),
  }),
  output: z.strictObject({
    success: z.literal(true),
    file: z.strictObject({
      id: z.uuid(),
      uri: z.string(),
      filename: z.string(),
      filemime: z.string(),
      filesize: z.number(),
      kuvaus: z.string(),
    }),
    /** The shipment's version with the picture. */
    lahetys: z.strictObject({ id: z.uuid(), vid: z.number() }),
  }),
})

/** Removes a picture from its shipment, and the file (status 0). */
export const removePictureCall = defineCall({
  method: 'DELETE',
  path: '/api/kuva',
  roles: ['yllapito', 'kuljettaja'],
  input: z.strictObject({ id: rowId('Kuvan tunniste (id)') }),
  output: z.strictObject({ success: z.literal(true) }),
})
