// Only the types of components are imported, so that the sign-in page does not load dialogs and menus.
import type { ChartTooltipFactory } from '@mantine/charts'
import {
  type ActionIconFactory,
  type AnchorFactory,
  type ButtonFactory,
  type CSSVariablesResolver,
  createTheme,
  type DrawerFactory,
  defaultVariantColorsResolver,
  type ExtendComponent,
  type InputWrapperFactory,
  type KbdFactory,
  type MantineColorsTuple,
  type MenuFactory,
  type ModalFactory,
  type NotificationFactory,
  type TooltipFactory,
} from '@mantine/core'

const brand: MantineColorsTuple = [
  '#eaf5f4',
  '#cfe7e5',
  '#a3d1ce',
  '#6fb5b1',
  '#3e9793',
  '#1c7c79',
  '#0f6664',
  '#0b5251',
  '#083f3f',
  '#052c2d',
]
const gray: MantineColorsTuple = [
  '#f7f9f9',
  '#eef2f3',
  '#e1e7e9',
  '#cbd4d8',
  '#9aa7ad',
  '#64727a',
  '#4d5a61',
  '#37434a',
  '#222c32',
  '#131a1e',
]
const dark: MantineColorsTuple = [
  '#e8eef0',
  '#c4d0d5',
  '#93a3ab',
  '#7c8b93',
  '#36444b',
  '#263238',
  '#151d21',
  '#0e1417',
  '#0b1013',
  '#070b0d',
]
const red: MantineColorsTuple = [
  '#fdebe8',
  '#f9d0ca',
  '#f6b0a6',
  '#f48d80',
  '#e06657',
  '#d0483a',
  '#c23526',
  '#a32b1e',
  '#842218',
  '#661a12',
]

// Mantine renders the heads of dialogs as <header>, which outside <main> is announced as a second page banner.
const dialogHeader = { header: { role: 'presentation' } }

export const theme = createTheme({
  primaryColor: 'brand',
  // In dark mode the filled shade is a light one with dark text, see the resolvers below.
  primaryShade: { light: 6, dark: 3 },
  colors: { brand, gray, dark, red },
  black: '#131a1e',
  fontFamily: "'Inter Variable', Inter, system-ui, sans-serif",
  headings: {
    fontFamily: "'Inter Variable', Inter, system-ui, sans-serif",
    fontWeight: '680',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.1875rem' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...resolved, color: 'var(--kuorma-on-filled)' } : resolved
  },
  components: {
    Anchor: { defaultProps: { underline: 'always' } } satisfies ExtendComponent<AnchorFactory>,
    Button: { defaultProps: { fw: 550 } } satisfies ExtendComponent<ButtonFactory>,
    // Wide only as its text is: it is laid out while hidden, and 12.5rem of large text do not fit a phone.
    ChartTooltip: { styles: { tooltip: { minWidth: 0 } } } satisfies ExtendComponent<ChartTooltipFactory>,
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } } satisfies ExtendComponent<ActionIconFactory>,
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: {
        label: { fontWeight: 550, fontSize: '0.8125rem', marginBottom: 4, color: 'var(--kuorma-nav-text)' },
        error: { marginTop: 4, fontSize: '0.8125rem', lineHeight: 1.4 },
        description: { marginTop: 4, fontSize: '0.8125rem', lineHeight: 1.4 },
      },
    } satisfies ExtendComponent<InputWrapperFactory>,
    Drawer: { defaultProps: { attributes: dialogHeader } } satisfies ExtendComponent<DrawerFactory>,
    Kbd: { styles: { root: { fontFamily: 'inherit', fontWeight: 550 } } } satisfies ExtendComponent<KbdFactory>,
    // Rendered inside the page's landmarks, and without Mantine's focusable placeholder: only the items receive focus.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } } satisfies ExtendComponent<MenuFactory>,
    Modal: {
      defaultProps: { centered: true, radius: 'lg', closeButtonProps: { 'aria-label': 'Sulje' }, attributes: dialogHeader },
      styles: { title: { fontSize: '1rem', fontWeight: 650 } },
    } satisfies ExtendComponent<ModalFactory>,
    Notification: { styles: { root: { minHeight: 48, paddingBlock: 8 } } } satisfies ExtendComponent<NotificationFactory>,
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } },
    } satisfies ExtendComponent<TooltipFactory>,
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--kuorma-on-filled': '#ffffff',
    '--kuorma-input-line': '#84929a',
    '--mantine-primary-color-contrast': '#ffffff',
    '--mantine-color-default-border': '#cbd4d8',
    '--mantine-color-dimmed': '#5f6d75',
    '--mantine-color-placeholder': '#64727a',
    '--mantine-color-error': '#c23526',
    '--mantine-color-anchor': '#0f6664',
    '--mantine-color-brand-light': '#eaf5f4',
    '--mantine-color-brand-light-hover': '#cfe7e5',
    '--mantine-color-brand-light-color': '#0b5251',
    '--mantine-color-gray-light-color': '#37434a',
    '--mantine-color-gray-outline': '#4d5a61',
    '--mantine-color-red-light': '#fdebe8',
    '--mantine-color-red-light-color': '#a32b1e',
    '--mantine-color-yellow-light': 'var(--kuorma-warning-bg)',
    '--mantine-color-yellow-light-color': 'var(--kuorma-warning)',
    '--mantine-color-disabled': '#eef2f3',
    '--mantine-color-disabled-color': '#64727a',
  },
  dark: {
    '--kuorma-on-filled': '#06201f',
    '--kuorma-input-line': '#64727a',
    '--mantine-color-body': '#151d21',
    '--mantine-primary-color-contrast': '#06201f',
    '--mantine-color-default-border': '#36444b',
    '--mantine-color-default-hover': '#1d272c',
    '--mantine-color-dimmed': '#93a3ab',
    '--mantine-color-placeholder': '#8797a0',
    '--mantine-color-error': '#f48d80',
    '--mantine-color-anchor': '#6cc6c1',
    '--mantine-color-brand-filled': '#4fb0ab',
    '--mantine-color-brand-filled-hover': '#67c1bc',
    '--mantine-color-brand-light': '#12302f',
    '--mantine-color-brand-light-hover': '#17403e',
    '--mantine-color-brand-light-color': '#8fd3cf',
    '--mantine-color-brand-outline': '#6cc6c1',
    '--mantine-color-gray-light-color': '#c4d0d5',
    '--mantine-color-gray-outline': '#c4d0d5',
    '--mantine-color-red-filled': '#f48d80',
    '--mantine-color-red-filled-hover': '#f6a196',
    '--mantine-color-red-light': '#3c1a16',
    '--mantine-color-red-light-color': '#f6a196',
    '--mantine-color-yellow-light': 'var(--kuorma-warning-bg)',
    '--mantine-color-yellow-light-color': 'var(--kuorma-warning)',
    '--mantine-color-disabled': '#1d272c',
    '--mantine-color-disabled-color': '#8797a0',
  },
})
