import { IconPhone } from '@tabler/icons-react'
import type { BoardRoute } from '#domain/features/planning-board/board.ts'

type Props = { driver: BoardRoute['kuljettaja']; className: string | undefined; size: number; tabIndex?: number }

/** Calls a driver of the board who has a phone. */
export const CallDriver = ({ driver: { name, puhelin }, size, ...link }: Props) => (
  <a href={`tel:${puhelin}`} title={puhelin} aria-label={`Soita: ${name}`} {...link}>
    <IconPhone size={size} aria-hidden />
  </a>
)
