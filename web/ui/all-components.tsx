import './styles/all-styles.css'
import 'dayjs/locale/fi'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'

/** Around pages that use any of Mantine's components, calendars among them. */
export const AllComponents = ({ children }: { children: ReactNode }) => (
  <DatesProvider settings={{ locale: 'fi', firstDayOfWeek: 1, weekendDays: [0, 6] }}>{children}</DatesProvider>
)
