import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'

export const ReloadButton = ({ reload }: { reload: () => void }) => (
  <Button size="sm" leftSection={<IconRefresh size={18} aria-hidden />} onClick={reload}>
    Päivitä
  </Button>
)
