import type { Pool } from 'pg'
import type { PostalPoint } from '#domain/features/addresses/postal-points.ts'
import type { Point } from '#domain/values/place/distance.ts'
import { readTypedPlace } from '#domain/values/place/typed-place.ts'
import { likeText } from '#server/platform/database/like.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { PostalCode } from './geonames.ts'
import type { PlaceSuggestions } from './place-suggestions.ts'

type PostalCodeRow = Pick<PostalCode, 'maa' | 'postinumero' | 'paikka' | 'lat' | 'lng'>

const beginning = (text: string): string => `${likeText(text.toLocaleLowerCase('fi'))}%`

/** Used without a map provider: suggestions from the imported postal codes. Their points are those of whole postal codes. */
export function postalCodeSuggestions(pool: Pool): PlaceSuggestions {
  return {
    async suggest(typed, max) {
      const { code, town } = readTypedPlace(typed)
      if (code === '' && town === '') return []
      const { rows } = await pool.query<PostalCodeRow>(
        `SELECT maa, postinumero, paikka, lat, lng FROM postinumero WHERE postinumero LIKE $1 AND haku LIKE $2
         ORDER BY haku, postinumero, maa LIMIT $3`,
        [beginning(code), beginning(town), max],
      )
      return rows.map(({ maa, postinumero, paikka, lat, lng }) => ({
        lahde: 'postinumerot',
        arvio: true,
        name: '',
        // The table knows no streets, so it cannot say that the typed one lies in this postal code (rules/addresses.md#known-parts-only).
        field_osoite_1: '',
        field_postinumero: postinumero,
        field_postitoimipaikka: paikka,
        field_maa: maa,
        lat,
        lng,
      }))
    },
  }
}

/** The points of postal codes, such as `FI-33100`. A code that several places share has the point of the first one. */
export async function postalCodePoints(runner: Queryable, codes: readonly string[]): Promise<PostalPoint[]> {
  const { rows } = await runner.query<PostalPoint>(
    `SELECT DISTINCT ON (p.maa, p.postinumero) k.koodi, p.paikka, p.lat, p.lng
     FROM unnest($1::text[]) k (koodi) JOIN postinumero p ON p.maa = left(k.koodi, 2) AND p.postinumero = substr(k.koodi, 4)
     ORDER BY p.maa, p.postinumero, p.paikka`,
    [codes],
  )
  return rows
}

/** In degrees of latitude, about 50 km: a point that is farther from every postal code lies in no known town. */
const nearestWithin = 0.45

/**
 * The place of the postal code that is nearest to each point, '' where none is near. In Finland only codes of areas count, which end in 0: those of
 * post office boxes and of firms have points elsewhere.
 */
export async function nearestTowns(runner: Queryable, points: readonly Point[]): Promise<string[]> {
  const { rows } = await runner.query<{ paikka: string }>(
    `SELECT coalesce(near.paikka, '') AS paikka
     FROM unnest($1::float8[], $2::float8[]) WITH ORDINALITY AS k (lat, lng, n)
     LEFT JOIN LATERAL (
       SELECT p.paikka
       FROM postinumero p, LATERAL (SELECT (p.lat - k.lat) ^ 2 + ((p.lng - k.lng) * cos(radians(k.lat))) ^ 2 AS distance) d
       WHERE p.lat BETWEEN k.lat - $3::float8 AND k.lat + $3::float8 AND (p.maa <> 'FI' OR p.postinumero LIKE '%0') AND d.distance <= $3::float8 ^ 2
       ORDER BY d.distance, p.maa, p.postinumero, p.paikka LIMIT 1
     ) near ON true
     ORDER BY k.n`,
    [points.map(({ lat }) => lat), points.map(({ lng }) => lng), nearestWithin],
  )
  return rows.map(({ paikka }) => paikka)
}

/** Replaces all rows of the countries of the given codes, in the caller's transaction. */
export async function replacePostalCodes(runner: Queryable, codes: readonly PostalCode[]): Promise<void> {
  const countries = [...new Set(codes.map(({ maa }) => maa))]
  for (const country of countries) await claimCountry(runner, country)
  await runner.query('DELETE FROM postinumero WHERE maa = ANY($1)', [countries])
  await addPostalCodes(runner, codes)
}

/** True for the first caller, when the country's postal codes have not been loaded yet. Others wait for the end of its transaction. */
export async function claimCountry(runner: Queryable, country: string): Promise<boolean> {
  const { rowCount } = await runner.query('INSERT INTO postinumeromaa VALUES ($1) ON CONFLICT DO NOTHING', [country])
  return rowCount === 1
}

/** Leaves out codes that the table already has, even when their place has another name there. */
export async function addMissingPostalCodes(runner: Queryable, codes: readonly PostalCode[]): Promise<void> {
  const { rows } = await runner.query<{ koodi: string }>(`SELECT maa || '-' || postinumero AS koodi FROM postinumero`)
  const known = new Set(rows.map(({ koodi }) => koodi))
  await addPostalCodes(
    runner,
    codes.filter(({ maa, postinumero }) => !known.has(`${maa}-${postinumero}`)),
  )
}

/** Adds postal codes; existing rows stay unchanged. */
export async function addPostalCodes(runner: Queryable, codes: readonly PostalCode[]): Promise<void> {
  const rows = codes.map((code) => ({ ...code, haku: code.paikka.toLocaleLowerCase('fi') }))
  await runner.query(
    'INSERT INTO postinumero SELECT r.* FROM jsonb_populate_recordset(NULL::postinumero, $1::jsonb) r ON CONFLICT DO NOTHING',
    [JSON.stringify(rows)],
  )
}
