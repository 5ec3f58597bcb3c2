/** The tabs of the settings screen, by their names in the address (`osio`). */
export const settingTabs = {
  yritys: 'Yritys',
  saannot: 'Säännöt',
  toiminnot: 'Toiminnot',
  yhteydet: 'Yhteydet',
  viestit: 'Viestit',
  viestien_tekstit: 'Viestien tekstit',
  taustatyot: 'Taustatyöt',
  tietosuoja: 'Tietosuojaseloste',
  muutokset: 'Muutoshistoria',
} as const
export type SettingTab = keyof typeof settingTabs
