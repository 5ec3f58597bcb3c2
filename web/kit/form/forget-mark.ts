/** Stored before a sign-out, so that an interrupted one is finished when the app starts. */
export const forgetMark = 'kuorma.forget'

export const isForgetting = (): boolean => localStorage.getItem(forgetMark) !== null
