/** Points on a line: a degree of `lng` is an hour of driving, 62 km. */
export const roadAlongLine = (from: { lng: number }, to: { lng: number }) => ({
  metres: Math.abs(to.lng - from.lng) * 62_000,
  seconds: Math.abs(to.lng - from.lng) * 3600,
})
