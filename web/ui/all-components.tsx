import './styles/all-styles.css'
import 'dayjs/locale/fi'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'

/** Loads the styles of all of Mantine's components and sets the locale of calendars for the pages inside it. */
export const AllComponents = ({ children }: { children: ReactNode }) => (
  <DatesProvider settings={{ locale: 'fi', firstDayOfWeek: 1, weekendDays: [0, 6] }}>{children}</DatesProvider>
)
