import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Page } from '#web/kit/page/page.tsx'
import { useSession } from '#web/session/session.ts'
import classes from '../start.module.css'
import { Delivered } from './delivered.tsx'
import { Favourites } from './favourites.tsx'
import { ThisMonth } from './this-month.tsx'
import { UnderWay } from './under-way.tsx'

/** The customer's start page: ordering, favourites, orders under way, the latest deliveries, and this month. */
export function CustomerStart() {
  const customer = useSession()?.asiakas
  return (
    <Page title={customer?.name || 'Etusivu'} width="form" focus="heading">
      <Button component={Link} to="/tilaus/new" size="lg" className={classes.order} leftSection={<IconPlus size={22} aria-hidden />}>
        Uusi tilaus
      </Button>
      <div className={classes.sections}>
        {customer && <Favourites customer={customer.id} />}
        <UnderWay />
        <Delivered />
        {customer && <ThisMonth customer={customer.id} />}
      </div>
    </Page>
  )
}
