import type { Pool } from 'pg'
import type { PostalPoint } from '#domain/calls/postal-points.ts'
import { readTypedPlace } from '#domain/values/typed-place.ts'
import { likeText } from '../../database/like.ts'
import type { Runner } from '../../jsonapi/read.ts'
import type { PostalCode } from './geonames.ts'
import type { PlaceSuggestions } from './place-suggestions.ts'

type Found = Pick<PostalCode, 'maa' | 'postinumero' | 'paikka' | 'lat' | 'lng'>

const beginning = (text: string): string => `${likeText(text.toLocaleLowerCase('fi'))}%`

/** The local default: the imported table, whose points are those of whole postal codes. Empty until somebody imports it. */
export function postalCodeSuggestions(pool: Pool): PlaceSuggestions {
  return {
    source: 'postinumerot',
    async suggest(typed, most) {
      const { street, code, town } = readTypedPlace(typed)
      if (code === '' && town === '') return []
      const { rows } = await pool.query<Found>(
        `SELECT maa, postinumero, paikka, lat, lng FROM postinumero WHERE postinumero LIKE $1 AND haku LIKE $2
         ORDER BY haku, postinumero, maa LIMIT $3`,
        [beginning(code), beginning(town), most],
      )
      return rows.map(({ maa, postinumero, paikka, lat, lng }) => ({
        arvio: true,
        field_osoite_1: street,
        field_postinumero: postinumero,
        field_postitoimipaikka: paikka,
        field_maa: maa,
        lat,
        lng,
      }))
    },
  }
}

/** The points of codes written `FI-33100`; of a code that several places share, the first one's. */
export async function postalCodePoints(runner: Runner, codes: readonly string[]): Promise<PostalPoint[]> {
  const { rows } = await runner.query<PostalPoint>(
    `SELECT DISTINCT ON (p.maa, p.postinumero) k.koodi, p.paikka, p.lat, p.lng
     FROM unnest($1::text[]) k (koodi) JOIN postinumero p ON p.maa = left(k.koodi, 2) AND p.postinumero = substr(k.koodi, 4)
     ORDER BY p.maa, p.postinumero, p.paikka`,
    [codes],
  )
  return rows
}

/** Puts the table's rows of the countries given in place of those that were there. Within the caller's transaction. */
export async function replacePostalCodes(runner: Runner, codes: readonly PostalCode[]): Promise<void> {
  await runner.query('DELETE FROM postinumero WHERE maa = ANY($1)', [[...new Set(codes.map(({ maa }) => maa))]])
  await addPostalCodes(runner, codes)
}

/** Those that are there stay as they are. */
export async function addPostalCodes(runner: Runner, codes: readonly PostalCode[]): Promise<void> {
  const rows = codes.map((code) => ({ ...code, haku: code.paikka.toLocaleLowerCase('fi') }))
  await runner.query(
    'INSERT INTO postinumero SELECT r.* FROM jsonb_populate_recordset(NULL::postinumero, $1::jsonb) r ON CONFLICT DO NOTHING',
    [JSON.stringify(rows)],
  )
}
