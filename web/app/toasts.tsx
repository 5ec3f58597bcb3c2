import '../ui/styles/all-styles.css'
import { Notifications } from '@mantine/notifications'

/** Also shows messages that were added before this component was rendered. */
export const Toasts = () => <Notifications position="top-center" limit={4} zIndex={1000} />
