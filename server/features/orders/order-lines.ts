/** Who drives a line of an order and in which car, as lists and files tell it. */
export const driverAndCar = { kuljettaja: { fields: ['field_fullname'] }, auto: { fields: ['rekisterinumero'] } } as const
