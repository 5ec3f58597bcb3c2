/** What one `POST /jsonapi/operations` takes: all of it is one transaction. */
export const maxOperations = 1000
