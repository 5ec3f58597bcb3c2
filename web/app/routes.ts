import {
  IconArchive,
  IconBell,
  IconBuilding,
  IconBuildingWarehouse,
  IconCalculator,
  IconCalendarRepeat,
  IconCalendarUser,
  IconChartBar,
  IconClockDollar,
  IconClockHour4,
  IconDatabaseImport,
  IconDimensions,
  IconFileEuro,
  IconFileImport,
  IconFileText,
  IconHistory,
  IconHome,
  IconMapPin,
  IconPackage,
  IconReceiptEuro,
  IconRoute,
  IconRoute2,
  IconSettings,
  IconTags,
  IconTool,
  IconTruck,
  IconTruckDelivery,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { LoginScreen } from '../screens/sign-in/login.tsx'
import { registerScreens, screen } from './screen.ts'

/**
 * The table of routes (rules/screens.md#routes), which contains only finished screens. The navigation follows from the same
 * lines, in this order. `seuranta` is a separate page (tracking-page.tsx).
 */
export const routes = [
  screen('login', 'LoginScreen', async () => ({ LoginScreen }), { access: 'open' }),
  screen('logout', 'LogoutScreen', () => import('../screens/sign-in/logout.tsx'), { access: 'open' }),
  screen('password-reset', 'PasswordResetScreen', () => import('../screens/sign-in/password-reset.tsx'), { access: 'open' }),
  screen('tietosuojaseloste', 'PrivacyPolicyScreen', () => import('../screens/privacy-policy/privacy-policy.tsx'), { access: 'open' }),
  screen('/', 'StartScreen', () => import('../screens/start/start.tsx'), {
    access: 'any',
    nav: {
      ...{ label: 'Etusivu', group: '', icon: IconHome, roles: ['yllapito', 'asiakas', 'huolto'] },
      // A driver's is the day.
      isFor: (holds) => holds('yllapito') || !holds('kuljettaja'),
    },
  }),
  screen('kuljettajan-etusivu', 'DriverDayScreen', () => import('../screens/driver/day/day-screen.tsx'), {
    access: ['kuljettaja'],
    nav: { label: 'Päivä', group: '', icon: IconHome },
  }),
  screen('tilaukset', 'OrdersByRole', () => import('./orders-by-role.tsx'), {
    access: 'any',
    nav: { label: 'Tilaukset', group: 'Tilaukset', icon: IconPackage, count: 'open', roles: ['yllapito', 'asiakas', 'kuljettaja'] },
  }),
  screen('arkisto', 'ArchiveScreen', () => import('../screens/archive/archive.tsx'), {
    access: ['asiakas', 'yllapito'],
    nav: { label: 'Arkisto', group: 'Tilaukset', icon: IconArchive },
  }),
  screen('arkisto-old', 'OldArchiveScreen', () => import('../screens/archive/old-archive.tsx'), {
    access: ['asiakas', 'yllapito'],
    nav: { label: 'Vanha arkisto', group: 'Tilaukset', icon: IconHistory, roles: ['yllapito'] },
  }),
  screen('tilaus/new', 'NewOrderScreen', () => import('../screens/order/new-order-screen.tsx'), { access: ['asiakas', 'yllapito'] }),
  screen('tilaus/$id', 'OrderScreen', () => import('../screens/order/order-screen.tsx'), { access: ['asiakas', 'yllapito'] }),
  screen('tilaus/$id/clone', 'CloneOrderScreen', () => import('../screens/order/clone-order-screen.tsx'), {
    access: ['asiakas', 'yllapito'],
  }),
  screen('tilaus/$id/rahtikirja', 'WaybillScreen', () => import('../screens/waybill/waybill.tsx'), { access: 'any' }),
  screen('kuittaa/$tilausId', 'AcknowledgeScreen', () => import('../screens/acknowledge/acknowledge.tsx'), { access: 'any' }),
  screen('tilaus-csv-import', 'CsvImportScreen', () => import('../screens/csv-import/csv-import-screen.tsx'), {
    access: ['asiakas', 'yllapito'],
    nav: { label: 'Tuonti', group: 'Tilaukset', icon: IconFileImport },
  }),
  screen('laskuta', 'InvoicingScreen', () => import('../screens/invoicing/invoicing.tsx'), {
    access: ['yllapito'],
    nav: { label: 'Laskutus', group: 'Tilaukset', icon: IconReceiptEuro, count: 'uninvoiced' },
  }),
  ...registerScreens('lasku', {
    list: ['laskut', () => import('../screens/invoices/invoices.tsx')],
    page: ['lasku', () => import('../screens/invoices/invoice.tsx')],
    access: ['yllapito', 'asiakas', 'asiakas_yllapito'],
    nav: { label: 'Laskut', group: 'Tilaukset', icon: IconFileEuro },
  }),
  screen('raportit', 'ReportsScreen', () => import('../screens/reports/reports.tsx'), {
    access: ['yllapito'],
    nav: { label: 'Raportit', group: 'Tilaukset', icon: IconChartBar },
  }),
  screen('ajot', 'PlanningBoardScreen', () => import('../screens/planning-board/planning-board.tsx'), {
    access: ['yllapito'],
    nav: { label: 'Päivän ajot', group: 'Ajojärjestely', icon: IconTruckDelivery },
  }),
  screen('tyovuorot', 'ShiftsScreen', () => import('../screens/shifts/shifts-screen.tsx'), {
    access: ['yllapito'],
    nav: { label: 'Työvuorot', group: 'Ajojärjestely', icon: IconCalendarUser },
  }),
  screen('kuljettajan-tyovuorot', 'DriverShiftsScreen', () => import('../screens/driver-shifts/driver-shifts-screen.tsx'), {
    access: ['kuljettaja'],
    // A driver who is also an administrator finds the calendar under the same name.
    nav: {
      label: 'Työvuorot',
      group: 'Ajojärjestely',
      icon: IconCalendarUser,
      isFor: (holds) => holds('kuljettaja') && !holds('yllapito'),
    },
  }),
  screen('reitin-optimointi', 'RouteOptimisationScreen', () => import('../screens/route-optimisation/route-optimisation.tsx'), {
    access: ['yllapito', 'kuljettaja'],
    // Drivers open it from their day: a phone has room for five tabs.
    nav: { label: 'Reitin optimointi', group: 'Ajojärjestely', icon: IconRoute, roles: ['yllapito'] },
  }),
  screen('tyontekijat', 'StaffScreen', () => import('../screens/staff/staff.tsx'), {
    access: ['yllapito'],
    nav: { label: 'Työntekijät', group: 'Henkilöstö', icon: IconUsers },
  }),
  screen('kayttajat', 'OwnPeopleScreen', () => import('../screens/own-people/own-people.tsx'), {
    access: ['asiakas_yllapito'],
    nav: { label: 'Käyttäjät', group: 'Asiakkaat', icon: IconUsersGroup },
  }),
  ...registerScreens('tuote', {
    list: ['tuotteet', () => import('../screens/products/products.tsx')],
    page: ['tuote', () => import('../screens/products/product.tsx')],
    access: ['asiakas', 'yllapito'],
    nav: { label: 'Tuotteet', group: 'Asiakkaat', icon: IconDimensions },
  }),
  ...registerScreens('postiosoite', {
    list: ['postiosoitteet', () => import('../screens/addresses/addresses.tsx')],
    page: ['postiosoite', () => import('../screens/addresses/address.tsx')],
    access: ['yllapito'],
    pageAccess: 'any',
    nav: { label: 'Osoitteet', group: 'Asiakkaat', icon: IconMapPin },
  }),
  screen('postiosoite/$id/delete', 'RemoveAddressScreen', () => import('../screens/addresses/remove-address.tsx'), { access: 'any' }),
  ...registerScreens('auto', {
    list: ['autot', () => import('../screens/cars/cars.tsx')],
    page: ['auto', () => import('../screens/cars/car.tsx')],
    access: ['yllapito', 'kuljettaja'],
    nav: { label: 'Autot', group: 'Kalusto', icon: IconTruck },
  }),
  ...registerScreens('dokumentti', {
    list: ['dokumentit', () => import('../screens/documents/documents.tsx')],
    page: ['dokumentti', () => import('../screens/documents/document.tsx')],
    access: ['yllapito', 'kuljettaja'],
    nav: { label: 'Dokumentit', group: 'Henkilöstö', icon: IconFileText, count: 'documents' },
  }),
  screen('huollot', 'MaintenanceStart', () => import('../screens/start/maintenance/maintenance-start.tsx'), {
    access: ['huolto'],
    // The start page of those who only have this role.
    nav: { label: 'Huollot', group: 'Kalusto', icon: IconTool, isFor: (holds) => holds('kuljettaja') || holds('yllapito') },
  }),
  screen('kuittaa-dokumentti/$id', 'AcknowledgeDocumentScreen', () => import('../screens/acknowledge-document/acknowledge-document.tsx'), {
    access: 'any',
  }),
  screen('kirjaukset', 'WorktimeRecordsScreen', () => import('../screens/worktime-records/worktime-records.tsx'), {
    access: ['yllapito'],
    nav: { label: 'Työaikakirjaukset', group: 'Henkilöstö', icon: IconClockHour4, count: 'unchecked' },
  }),
  screen('kirjaukset/$kuljettajaId', 'DriverRecordsScreen', () => import('../screens/worktime-records/driver-records.tsx'), {
    access: ['yllapito'],
  }),
  screen('kirjaus/$tyovuoroKirjausId', 'WorktimeDayScreen', () => import('../screens/worktime-day/worktime-day-screen.tsx'), {
    access: ['yllapito'],
  }),
  ...registerScreens('notification', {
    list: ['ilmoitukset', () => import('../screens/notifications/notifications.tsx')],
    page: ['ilmoitus', () => import('../screens/notifications/notification.tsx')],
    access: ['yllapito'],
    nav: { label: 'Ilmoitukset', group: 'Henkilöstö', icon: IconBell },
  }),
  ...registerScreens('hinnasto', {
    list: ['hinnastot', () => import('../screens/price-lists/price-lists.tsx')],
    page: ['hinnasto', () => import('../screens/price-lists/price-list.tsx')],
    access: ['yllapito'],
    nav: { label: 'Hinnastot', group: 'Hinnat', icon: IconTags },
  }),
  screen('hintamuutos', 'PriceChangeScreen', () => import('../screens/price-change/price-change.tsx'), { access: ['yllapito'] }),
  ...registerScreens('tuntituote_tyyppi', {
    list: ['tuntityypit', () => import('../screens/hourly-types/hourly-types.tsx')],
    page: ['tuntityyppi', () => import('../screens/hourly-types/hourly-type.tsx')],
    access: ['yllapito'],
    nav: { label: 'Tuntityön hinnat', group: 'Hinnat', icon: IconClockDollar },
  }),
  screen('hintalaskuri-logs', 'PriceLogScreen', () => import('../screens/price-log/price-log.tsx'), {
    access: ['yllapito'],
    nav: { label: 'Hintalaskelmat', group: 'Hinnat', icon: IconCalculator },
  }),
  ...registerScreens('vuokraus', {
    list: ['vuokraukset', () => import('../screens/rentals/rentals.tsx')],
    page: ['vuokraus', () => import('../screens/rentals/rental.tsx')],
    access: ['yllapito'],
    nav: { label: 'Vuokraukset', group: 'Asiakkaat', icon: IconBuildingWarehouse },
  }),
  ...registerScreens('tyoreitti', {
    list: ['tyoreitit', () => import('../screens/work-routes/work-routes.tsx')],
    page: ['tyoreitti', () => import('../screens/work-routes/work-route.tsx')],
    access: ['yllapito'],
    nav: { label: 'Työreitit', group: 'Ajojärjestely', icon: IconRoute2 },
  }),
  ...registerScreens('tuntituote_toisto', {
    list: ['sopimustuntityo', () => import('../screens/recurring-hourly-jobs/recurring-jobs.tsx')],
    page: ['sopimustuntityo', () => import('../screens/recurring-hourly-jobs/recurring-job.tsx')],
    access: ['yllapito'],
    nav: { label: 'Sopimustuntityöt', group: 'Asiakkaat', icon: IconCalendarRepeat },
  }),
  ...registerScreens('reitti', {
    list: ['reitit', () => import('../screens/standing-routes/routes.tsx')],
    page: ['reitti', () => import('../screens/standing-routes/route.tsx')],
    access: ['yllapito'],
    nav: { label: 'Reitit', group: 'Ajojärjestely', icon: IconRoute },
  }),
  ...registerScreens('asiakas', {
    list: ['asiakkaat', () => import('../screens/customers/customers.tsx')],
    page: ['asiakas', () => import('../screens/customers/customer.tsx')],
    access: ['yllapito'],
    pageAccess: 'any',
    nav: { label: 'Asiakkaat', group: 'Asiakkaat', icon: IconBuilding },
  }),
  screen('asetukset', 'SettingsScreen', () => import('../screens/settings/settings-screen.tsx'), {
    access: ['yllapito'],
    nav: { label: 'Asetukset', group: 'Asetukset', icon: IconSettings },
  }),
  screen('tietojen-tuonti', 'DataImportScreen', () => import('../screens/data-import/data-import-screen.tsx'), {
    access: ['yllapito'],
    nav: { label: 'Tietojen tuonti', group: 'Asetukset', icon: IconDatabaseImport },
  }),
  screen('ohje', 'GuideScreen', () => import('../screens/guide/guide.tsx'), { access: 'any' }),
  screen('user/$id', 'UserScreen', () => import('../screens/user/user-screen.tsx'), { access: 'any' }),
  screen('paasy-kielletty', 'AccessDeniedScreen', () => import('../screens/access-denied/access-denied.tsx'), { access: 'any' }),
  screen('testisivu', 'TestPageScreen', () => import('../screens/test-page/test-page.tsx'), { access: 'open' }),
]
