/** A Finnish sentence when work would end before it starts, else null; 0 is an unknown time. */
export const workTimesFault = (aloitusaika: number, lopetusaika: number): string | null =>
  lopetusaika > 0 && lopetusaika < aloitusaika ? 'Lopetusaika ei voi olla ennen aloitusaikaa.' : null
