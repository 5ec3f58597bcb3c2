/** Vehicle classes by gross vehicle weight; '' is unknown. They choose the emission intensity (rules/emissions.md#vehicle-classes). */
export const vehicleClasses = {
  '': 'Ei tiedossa',
  pakettiauto: 'Pakettiauto, enintään 3,5 t',
  kuorma_auto_7_5: 'Kuorma-auto, 3,5–7,5 t',
  kuorma_auto_17: 'Kuorma-auto, 7,5–17 t',
  kuorma_auto: 'Kuorma-auto, yli 17 t',
  yhdistelma_33: 'Yhdistelmä, enintään 33 t',
  yhdistelma: 'Yhdistelmä, yli 33 t',
} as const
export type VehicleClass = keyof typeof vehicleClasses
