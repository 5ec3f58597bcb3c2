import type { TimelineEntry } from './order-timeline.ts'

const toleranceSeconds = 5 * 60

/** Whether to show the device's own time of an entry: it is known, and differs from the server's by more than five minutes. */
export const deviceClockDiffers = ({ aika, laitteen_aika }: Pick<TimelineEntry, 'aika' | 'laitteen_aika'>): boolean =>
  laitteen_aika > 0 && Math.abs(laitteen_aika - aika) > toleranceSeconds
