/** Who drives a line of an order and in which car, as lists and files tell it. */
export const crew = { kuljettaja: ['field_fullname'], auto: ['rekisterinumero'] } as const
