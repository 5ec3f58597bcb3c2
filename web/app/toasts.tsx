import '../ui/styles/all-styles.css'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useRootMark } from '#web/kit/page/root-mark.ts'

/** Also shows messages that were added before this component was rendered. */
export function Toasts() {
  const { notifications } = useNotifications()
  useRootMark(
    'data-lasting-message',
    notifications.some(({ role, position }) => role === 'alert' && position === 'bottom-center'),
  )
  return <Notifications position="top-center" limit={4} zIndex={1000} />
}
