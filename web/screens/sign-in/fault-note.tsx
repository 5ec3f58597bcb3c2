import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

/** Why it did not go through, above the fields. */
export function FaultNote({ children }: { children: string }) {
  return <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />} title={children} />
}
