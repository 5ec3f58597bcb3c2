import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconInbox, type IconProps, IconRefresh } from '@tabler/icons-react'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import classes from './states.module.css'

type EmptyProps = {
  title: string
  /** What the user can do next. */
  children?: ReactNode
  action?: ReactNode
  icon?: ComponentType<IconProps>
}

/** Shown instead of an empty list, with what the user can do about it. */
export function EmptyState({ title, children, action, icon: Icon = IconInbox }: EmptyProps) {
  return (
    <Stack align="center" gap="sm" className={classes.state}>
      <span className={classes.icon}>
        <Icon size={28} stroke={1.6} aria-hidden />
      </span>
      <Title order={2}>{title}</Title>
      {children && (
        <Text c="dimmed" ta="center" maw={420}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}

/** Whether the server is unreachable, which the page says once above its content. */
export const ServerLost = createContext(false)

type ErrorProps = { title?: string; children?: ReactNode; retry?: (() => void) | undefined }

/** Shown instead of content that could not be fetched; quiet while the server is unreachable: the content is then fetched by itself. */
export function ErrorState({ title = 'Tietoja ei saatu', children = 'Yritä hetken kuluttua uudestaan.', retry }: ErrorProps) {
  const isLost = useContext(ServerLost)
  if (isLost)
    return (
      <Stack align="center" className={classes.state}>
        <Text c="dimmed" ta="center" maw={420}>
          Haetaan, kun yhteys palaa.
        </Text>
      </Stack>
    )
  return (
    <Stack align="center" gap="sm" className={classes.state} role="alert">
      <span className={classes.icon} data-error>
        <IconAlertTriangle size={28} stroke={1.6} aria-hidden />
      </span>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" ta="center" maw={420}>
        {children}
      </Text>
      {retry && (
        <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={retry}>
          Yritä uudelleen
        </Button>
      )}
    </Stack>
  )
}

/** The outline of a page of sections while it loads. */
export function SectionSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className={classes.skeleton} aria-hidden>
      <Skeleton height={18} width="32%" />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines have no identity and never change order
        <Skeleton key={line} height={14} width={`${92 - ((line * 17) % 40)}%`} />
      ))}
    </div>
  )
}
