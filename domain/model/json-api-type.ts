/** The media type of JSON:API documents. */
export const jsonApiType = 'application/vnd.api+json'
