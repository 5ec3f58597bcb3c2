import '../ui/styles/all-styles.css'
import { Notifications } from '@mantine/notifications'

/** What has been said before these are there, they show. */
export const Toasts = () => <Notifications position="top-center" limit={4} zIndex={1000} />
