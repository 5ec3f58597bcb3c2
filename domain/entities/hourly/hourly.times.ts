/** A Finnish sentence when work would end before it begins, else null; 0 is not known yet. */
export const workTimesFault = (aloitusaika: number, lopetusaika: number): string | null =>
  lopetusaika > 0 && lopetusaika < aloitusaika ? 'Lopetusaika ei voi olla ennen aloitusaikaa.' : null
