/** The driver and the car of a line, as lists and files show them. */
export const driverAndCar = { kuljettaja: { fields: ['field_fullname'] }, auto: { fields: ['rekisterinumero'] } } as const
