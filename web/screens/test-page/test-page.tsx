import { Page } from '#web/kit/page/page.tsx'
import { AllComponents } from '../../ui/all-components.tsx'
import { DeliveryPart } from './delivery-part.tsx'
import { FaultsPart } from './faults-part.tsx'
import { FormPart } from './form-part.tsx'
import { ListPart } from './list-part.tsx'
import { MapPart } from './map-part.tsx'
import { SignInPart } from './sign-in-part.tsx'
import { StatesPart } from './states-part.tsx'
import { StylesPart } from './styles-part.tsx'
import classes from './test-page.module.css'

/** A gallery of the UI components, with buttons that show every message of the error catalogue. */
export function TestPageScreen() {
  return (
    <AllComponents>
      <Page focus="heading" title="Testisivu" detail="Rakennusosat ja virheilmoitukset">
        <div className={classes.parts}>
          <StylesPart />
          <FaultsPart />
          <FormPart />
          <DeliveryPart />
          <SignInPart />
          <ListPart />
          <MapPart />
          <StatesPart />
        </div>
      </Page>
    </AllComponents>
  )
}
