import { mayWrite } from '#domain/access/reach.ts'
import { useSession } from '#web/session/session.ts'

/** Whether the person decides the time at the stop and the promised time (rules/planning-board.md#times-of-shipments). */
export function useMayPlan(): boolean {
  const { roles = [] } = useSession()?.user ?? {}
  return mayWrite('lahetys', roles, 'create', 'luvattu_aika')
}
