export type SoughtAddress = { street: string; postalCode: string; town: string; country: string }

/** Finds the coordinates of addresses. There is none without a map provider: addresses then have the point of their postal code. */
export type Geocoder = {
  /** The point of the address itself; null when the provider does not know exactly that address. Throws PlaceSearchFailed. */
  locate: (address: SoughtAddress) => Promise<{ lat: number; lng: number } | null>
}
