export type SoughtAddress = { street: string; postalCode: string; town: string; country: string }

/** Finds the points of addresses. Without a map provider there is none, and an address has its postal code's point. */
export type Geocoder = {
  /** The point of the address itself; null when the provider does not know exactly that address. Throws PlaceSearchFailed. */
  locate: (address: SoughtAddress) => Promise<{ lat: number; lng: number } | null>
}
