/** The limit of one `POST /jsonapi/operations`, which is one transaction. */
export const maxOperations = 1000
