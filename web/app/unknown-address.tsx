import '../ui/styles/all-styles.css'
import { NotFound } from '../screens/not-found/not-found.tsx'
import { useSession } from '../session/session.ts'
import { useNavLinks } from './shell/navigation.tsx'

/** The not-found page with the pages that this person may open; without a session, with a link to sign in. */
export function UnknownAddress() {
  const session = useSession()
  const links = useNavLinks(session)
  return <NotFound pages={session ? links : [{ to: '/login', label: 'Kirjaudu sisään' }]} />
}
