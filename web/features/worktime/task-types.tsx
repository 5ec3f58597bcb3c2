import {
  IconArrowDown,
  IconArrowUp,
  IconClock,
  IconCoffee,
  IconDots,
  IconDroplet,
  IconGasStation,
  type IconProps,
  IconTruck,
} from '@tabler/icons-react'
import type { ComponentType, CSSProperties } from 'react'
import { type TaskType, taskTypes } from '#domain/entities/worktime/task-types.ts'
import classes from './task-types.module.css'

const icons: Record<TaskType, ComponentType<IconProps>> = {
  AJO: IconTruck,
  LASTAUS: IconArrowUp,
  PURKU: IconArrowDown,
  TAUKO: IconCoffee,
  ODOTUS: IconClock,
  TANKKAUS: IconGasStation,
  PESU: IconDroplet,
  MUU: IconDots,
}

/** How a task looks, the same everywhere: text on the colour is `--kuorma-on-filled`, which is readable on all of them. */
export type TaskStyle = { label: string; icon: ComponentType<IconProps>; color: string }

export const taskStyle = (type: TaskType): TaskStyle => ({
  label: taskTypes[type],
  icon: icons[type],
  color: `var(--kuorma-task-${type.toLowerCase()})`,
})

export const taskTypeNames = Object.keys(icons) as TaskType[]

/** The CSS variable `--task`, the colour of a task type. */
export const taskColor = (type: TaskType): CSSProperties => ({ '--task': taskStyle(type).color }) as CSSProperties

/** The icon of a task type on its colour; its word is written beside it. */
export function TaskIcon({ type, size = 20 }: { type: TaskType; size?: number }) {
  const { icon: Icon } = taskStyle(type)
  return (
    <span className={classes.icon} style={{ ...taskColor(type), width: size, height: size }}>
      <Icon size={Math.round(size * 0.7)} stroke={2.4} aria-hidden />
    </span>
  )
}
