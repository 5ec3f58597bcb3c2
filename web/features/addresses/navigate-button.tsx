import { ActionIcon, Button, Menu } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconNavigation } from '@tabler/icons-react'
import type { LatLng } from '#web/ui/map/map-points.ts'
import classes from './navigate-button.module.css'
import { isNavigator, navigationLink, navigatorNames, navigators } from './navigation-links.ts'
import { addressOf, type Place } from './places.ts'

type Props = { place: Place; at: LatLng | null }

/** Opens the place in the app that the driver has chosen on this device; nothing when no point and no address is known. */
export function NavigateButton({ place, at }: Props) {
  const [stored, setStored] = useLocalStorage({ key: 'kuorma.navigator', defaultValue: 'google', getInitialValueInEffect: false })
  const chosen = isNavigator(stored) ? stored : 'google'
  const linkOf = (one: typeof chosen) => navigationLink(one, place, { at, agent: navigator.userAgent })
  const link = linkOf(chosen)
  if (link === null) return null
  const target = { target: '_blank', rel: 'noreferrer' } as const
  return (
    <div className={classes.split}>
      <Button
        component="a"
        href={link}
        {...target}
        variant="default"
        size="md"
        className={classes.go}
        leftSection={<IconNavigation size={20} aria-hidden />}
        aria-label={`Navigoi: ${place.name || addressOf(place)}`}
      >
        Navigoi
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" className={classes.choose} aria-label={`Navigointisovellus: ${navigators[chosen]}. Vaihda`}>
            <IconChevronDown size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {navigatorNames.map((one) => (
            <Menu.Item
              key={one}
              component="a"
              href={linkOf(one) ?? link}
              {...target}
              className={classes.item}
              rightSection={one === chosen ? <IconCheck size={18} aria-hidden /> : undefined}
              onClick={() => setStored(one)}
            >
              {navigators[one]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
