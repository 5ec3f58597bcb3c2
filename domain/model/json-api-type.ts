export const jsonApiType = 'application/vnd.api+json'
