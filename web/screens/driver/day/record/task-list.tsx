import { Anchor } from '@mantine/core'
import type { TaskWithPlace } from '#domain/features/worktime/driver-calls.ts'
import { mapLink } from '#web/features/addresses/places.ts'
import { TaskIcon, taskStyle } from '#web/features/worktime/task-types.tsx'
import { formatTimeOn } from '#web/kit/format.ts'
import classes from './task-list.module.css'

const degrees = (value: number): string => value.toFixed(4).replace('.', ',')

/** The tasks of a working day with their starts, and the places that the driver has let this device store. */
export function TaskList({ tasks }: { tasks: readonly TaskWithPlace[] }) {
  return (
    <ul className={classes.tasks}>
      {tasks.map((task) => (
        <li key={task.id}>
          <span className={classes.time}>{formatTimeOn(task.alkuaika, tasks[0]?.alkuaika ?? task.alkuaika)}</span>
          <TaskIcon type={task.tyyppi} />
          <span>
            {taskStyle(task.tyyppi).label}
            <PlaceOf task={task} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function PlaceOf({ task: { latitude, longitude, address_print } }: { task: TaskWithPlace }) {
  if (latitude === null || longitude === null) return address_print ? <small>{address_print}</small> : null
  return (
    <small>
      <Anchor href={mapLink({ lat: latitude, lng: longitude })} target="_blank" rel="noreferrer">
        {address_print || `Paikka ${degrees(latitude)}, ${degrees(longitude)}`}
      </Anchor>
    </small>
  )
}
