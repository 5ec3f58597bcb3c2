/** Written before a sign-out, so that one that is broken off is finished when the app starts. */
export const forgetMark = 'kuorma.forget'

export const isForgetting = (): boolean => localStorage.getItem(forgetMark) !== null
