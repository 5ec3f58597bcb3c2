import type { TimelineEntry } from './order-timeline.ts'

const toleranceSeconds = 5 * 60

/** Whether the device's own time of an entry is worth showing: it is known, and differs from the server's by more than five minutes. */
export const deviceClockDiffers = ({ aika, laitteen_aika }: Pick<TimelineEntry, 'aika' | 'laitteen_aika'>): boolean =>
  laitteen_aika > 0 && Math.abs(laitteen_aika - aika) > toleranceSeconds
