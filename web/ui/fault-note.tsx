import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Why an action failed, shown above the fields or the buttons. */
export function FaultNote({ children }: { children: ReactNode }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />}>
      {children}
    </Alert>
  )
}
