import { Navigate } from '@tanstack/react-router'
import { holdsAny, useSession } from '../../session/session.ts'
import { CustomerStart } from './customer/customer-start.tsx'
import { DispatcherStart } from './dispatcher/dispatcher-start.tsx'
import { MaintenanceStart } from './maintenance/maintenance-start.tsx'

/** The start page, by the person's role. */
export function StartScreen() {
  const session = useSession()
  if (holdsAny(session, ['yllapito'])) return <DispatcherStart />
  if (holdsAny(session, ['kuljettaja'])) return <Navigate to="/kuljettajan-etusivu" replace />
  return holdsAny(session, ['asiakas']) ? <CustomerStart /> : <MaintenanceStart />
}
