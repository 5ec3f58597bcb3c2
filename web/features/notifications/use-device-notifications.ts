import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { deviceNotificationsCall } from '#domain/features/notifications/device-notifications.ts'
import type { CallFault } from '#web/data/fault.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { useAction } from '#web/data/use-action.ts'
import { allowDevice, readDeviceState, stopDevice } from './device-notifications.ts'

const stateQuery = queryOptions({
  queryKey: queryKeys.call(deviceNotificationsCall.path),
  queryFn: ({ signal }) => readDeviceState(signal),
  // Most of it the browser knows by itself.
  networkMode: 'always',
})

/** Calls back when the person changes the permission in the browser's own settings. */
function usePermissionChange(changed: () => void): void {
  useEffect(() => {
    let status: PermissionStatus | undefined
    let isOver = false
    void navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        if (isOver) return
        status = found
        status.addEventListener('change', changed)
      },
      () => undefined,
    )
    return () => {
      isOver = true
      status?.removeEventListener('change', changed)
    }
  }, [changed])
}

/** Whether notifications are allowed on this device, and the ways to change it. */
export function useDeviceNotifications() {
  const client = useQueryClient()
  const { data: state, isError, refetch } = useQuery(stateQuery)
  const [fault, setFault] = useState('')
  const onSettled = () => client.invalidateQueries({ queryKey: stateQuery.queryKey })
  const onFault = ({ message, status }: CallFault) => setFault(status === 422 ? message : '')
  const allow = useAction({ mutationFn: allowDevice, onSuccess: setFault, onFault, onSettled })
  const stop = useAction({ mutationFn: stopDevice, onSuccess: () => setFault(''), onSettled })
  usePermissionChange(refetch)
  return { state, failed: isError && !state, retry: () => void refetch(), allow, stop, fault }
}
