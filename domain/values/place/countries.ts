/**
 * The countries whose phone codes are offered (rules/values.md#countries), Finland first and then by name. The codes are text, like a
 * profile's `field_puhelinnumero_maakoodi`.
 */
export const countries = {
  FI: { name: 'Suomi', dialcode: '358' },
  LV: { name: 'Latvia', dialcode: '371' },
  LT: { name: 'Liettua', dialcode: '370' },
  NO: { name: 'Norja', dialcode: '47' },
  SE: { name: 'Ruotsi', dialcode: '46' },
  RU: { name: 'Venäjä', dialcode: '7' },
  EE: { name: 'Viro', dialcode: '372' },
} as const
