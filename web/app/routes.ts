import { screen } from './screen.ts'

/**
 * The table of routes (SPEC section 2). A route stands here only when its screen is real; the navigation is made of the
 * same lines, in this order.
 */
export const routes = [
  screen('login', 'LoginScreen', () => import('../screens/sign-in/login.tsx'), { access: 'open' }),
  screen('logout', 'LogoutScreen', () => import('../screens/sign-in/logout.tsx'), { access: 'open' }),
  screen('paasy-kielletty', 'AccessDeniedScreen', () => import('../screens/access-denied/access-denied.tsx'), { access: 'any' }),
  screen('testisivu', 'TestPageScreen', () => import('../screens/test-page/test-page.tsx'), { access: 'open' }),
]
