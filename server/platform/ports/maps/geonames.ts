import { toNfc } from '#domain/values/nfc.ts'

/** A postal code, its place and the place's point. */
export type PostalCode = { maa: string; postinumero: string; paikka: string; lat: number; lng: number }

/**
 * Reads GeoNames' postal code file (rules/data-import.md#postal-codes): one code per line, fields separated by tabs. The first field is
 * the country, the second the code, the third the place, the tenth and eleventh its latitude and longitude. Throws a Finnish
 * sentence with the number of the first invalid line.
 */
export function readGeonames(text: string): PostalCode[] {
  const codes = text.split(/\r?\n/).flatMap((line, index): PostalCode[] => {
    if (line.trim() === '') return []
    const [maa = '', postinumero, paikka, , , , , , , latitude, longitude] = line.split('\t')
    const [lat, lng] = [Number(latitude), Number(longitude)]
    const isPoint = latitude && longitude && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    if (!/^[A-Z]{2}$/.test(maa) || !postinumero || !paikka || !isPoint)
      throw new Error(`Rivi ${index + 1} ei ole GeoNamesin postinumerorivi.`)
    return [{ maa, postinumero, paikka: toNfc(paikka), lat, lng }]
  })
  if (codes.length === 0) throw new Error('Tiedostossa ei ole yhtään postinumeroa.')
  return codes
}
