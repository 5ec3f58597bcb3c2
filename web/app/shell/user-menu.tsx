import { Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBook, IconBuilding, IconDownload, IconKeyboard, IconLogout, IconShieldLock, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { roleLabels } from '#domain/access/roles.ts'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { initials } from '#web/ui/badges/avatar.tsx'
import { install, useInstallWay } from '../../session/install.ts'
import type { Session } from '../../session/session.ts'
import { MenuChoice } from '../../ui/menu-choice.tsx'
import { undoLatest } from '../../ui/undo-toast.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import classes from './shell.module.css'

const schemes = { auto: 'Laitteen mukaan', light: 'Vaalea', dark: 'Tumma' } as const

export function UserMenu({ session }: { session: Session }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const navigate = useNavigate()
  const installWay = useInstallWay()
  const [keysShown, keysDialog] = useDisclosure(false)
  usePageKeys([
    ['shift+?', keysDialog.open],
    ['mod+Z', undoLatest],
  ])
  const { profile, user, asiakas } = session
  const detail = asiakas?.name || user.roles.map((role) => roleLabels[role]).join(', ')
  return (
    <>
      <KeysDialog opened={keysShown} onClose={keysDialog.close} />
      <Menu position="bottom-end" width={264} shadow="md">
        <Menu.Target>
          <UnstyledButton className={classes.avatarButton} aria-label={`Käyttäjävalikko, ${profile.name}`}>
            <span className={classes.avatar}>{initials(profile.name)}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.who}>
            <Text fw={600}>{profile.name}</Text>
            <Text size="sm" c="dimmed">
              {detail}
            </Text>
          </div>
          <Menu.Item
            leftSection={<IconUser size={18} aria-hidden />}
            onClick={() => void navigate({ to: '/user/$id', params: { id: user.id } })}
          >
            Omat tiedot
          </Menu.Item>
          {asiakas && (
            <Menu.Item
              leftSection={<IconBuilding size={18} aria-hidden />}
              onClick={() => void navigate({ to: '/asiakas/$id', params: { id: asiakas.id } })}
            >
              Yrityksen tiedot
            </Menu.Item>
          )}
          <Menu.Divider />
          <MenuChoice label="Värit" options={schemes} value={colorScheme} onChange={setColorScheme} />
          <Menu.Divider />
          <Menu.Item leftSection={<IconBook size={18} aria-hidden />} onClick={() => void navigate({ to: '/ohje' })}>
            Ohje
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={18} aria-hidden />} visibleFrom="sm" onClick={keysDialog.open}>
            Näppäinkomennot
          </Menu.Item>
          {installWay === 'prompt' && (
            <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void install()}>
              Asenna sovellus
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconShieldLock size={18} aria-hidden />} onClick={() => void navigate({ to: '/tietosuojaseloste' })}>
            Tietosuojaseloste
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void navigate({ to: '/logout' })}>
            Kirjaudu ulos
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
