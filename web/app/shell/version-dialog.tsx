import '../../ui/styles/all-styles.css'
import { Group, Modal, Text } from '@mantine/core'
import { ReloadButton } from './reload-button.tsx'

type Props = { title: string; reload: () => void; onLater: () => void }

export const VersionDialog = ({ title, reload, onLater }: Props) => (
  <Modal opened onClose={onLater} title={title} size="sm">
    <Text c="dimmed" mb="md">
      Sivu ladataan uudelleen.
    </Text>
    <Group justify="flex-end">
      <ReloadButton reload={reload} />
    </Group>
  </Modal>
)
