import { RequestFault } from '#domain/errors.ts'
import type { Context } from '#server/context.ts'
import { system, updateRow } from '#server/entities/engine.ts'
import type { Geocoder } from '#server/platform/ports/maps/geocoding.ts'
import { PlaceSearchFailed } from '#server/platform/ports/maps/here-call.ts'
import { geocodedEntities, rememberUnknown, unlocatedAddresses } from './queries.ts'

/** Addresses of each kind in one run: a large import takes its time, and those saved meanwhile come first. */
const maxAddresses = 100

/**
 * Replaces the postal codes' points of saved addresses by the map provider's (rules/addresses.md#coordinates). Runs every minute, so that
 * no save waits for the provider. An address that the provider refuses is remembered as unknown. Ends when the provider does not answer;
 * the next run continues.
 */
export async function geocodeAddresses({ pool, engine, geocoder }: Context & { geocoder: Geocoder | null }): Promise<void> {
  if (!geocoder) return
  for (const entity of geocodedEntities) {
    for (const { id, vid, ...address } of await unlocatedAddresses[entity](pool, { limit: maxAddresses })) {
      const sought = {
        street: address.field_osoite_1,
        postalCode: address.field_postinumero,
        town: address.field_postitoimipaikka,
        country: address.field_maa,
      }
      const point = await geocoder.locate(sought).catch((error: unknown) => {
        if (error instanceof PlaceSearchFailed) return error.isRefusal ? null : ('unavailable' as const)
        throw error
      })
      if (point === 'unavailable') return
      if (point === null) {
        await rememberUnknown(pool, { id, vid })
        continue
      }
      const change = updateRow(
        entity,
        id,
        { ...point, sijainti_lahde: 'karttapalvelu' },
        { vid, reason: 'Karttapalvelu tuntee osoitteen.' },
      )
      await engine.save(system, [change]).catch((error: unknown) => {
        // Somebody changed it meanwhile: the next run looks at the new version.
        if (!(error instanceof RequestFault)) throw error
      })
    }
  }
}
