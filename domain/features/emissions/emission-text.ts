import type { EmissionSum } from './estimate.ts'

/** The method in the words of ISO 14083, below a figure. */
export const emissionMethod = 'ISO 14083: koko polttoaineketju (well-to-wheel), tonnikilometrit lyhimmän käyttökelpoisen reitin arviolla'

/** `12,3 kg CO₂e`; whole kilograms from 100 kg on. */
export function emissionText(grams: number): string {
  const kg = grams / 1000
  const decimals = kg < 100 ? 1 : 0
  // Less than 50 g is not nothing.
  if (grams > 0 && kg < 0.05) return 'alle 0,1 kg CO₂e'
  return `${kg.toLocaleString('fi-FI', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })} kg CO₂e`
}

/** The line of a document: the estimate, its method and its source; '' when not all of it can be estimated, since a part would mislead. */
export function emissionNote({
  grams,
  estimated,
  missing,
  sources,
}: Pick<EmissionSum, 'grams' | 'estimated' | 'missing' | 'sources'>): string {
  if (estimated === 0 || missing > 0) return ''
  return `Päästöarvio ${emissionText(grams)} (${emissionMethod}; ${sources.join(', ')}).`
}
