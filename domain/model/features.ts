/** The parts of the product that a company can have or not (rules/settings.md#feature-switches), with the words that people see. */
export const featureLabels = {
  varauma: 'Varaukset',
  useat_tuotteet: 'Useat tuotteet',
  tekstiviestit: 'Tekstiviestit',
  osoitteiden_hallinta: 'Osoitteiden hallinta',
  siirto_terminaaliin: 'Siirto terminaaliin',
  lisatyot: 'Lisätyöt',
  reitit: 'Reitit',
  reitin_optimointi: 'Reitin optimointi',
  vuokraukset: 'Vuokraukset',
  tuntituote_toisto: 'Sopimustuntityö',
  tyovuorot: 'Työvuorot',
} as const
export type FeatureName = keyof typeof featureLabels
export const featureNames = Object.keys(featureLabels) as FeatureName[]

/** Which of them the company has. */
export type Features = Readonly<Record<FeatureName, boolean>>

/** The features without those that are switched off. */
export const featuresWithout = (off: readonly FeatureName[]): Features => ({
  varauma: !off.includes('varauma'),
  useat_tuotteet: !off.includes('useat_tuotteet'),
  tekstiviestit: !off.includes('tekstiviestit'),
  osoitteiden_hallinta: !off.includes('osoitteiden_hallinta'),
  siirto_terminaaliin: !off.includes('siirto_terminaaliin'),
  lisatyot: !off.includes('lisatyot'),
  reitit: !off.includes('reitit'),
  reitin_optimointi: !off.includes('reitin_optimointi'),
  vuokraukset: !off.includes('vuokraukset'),
  tuntituote_toisto: !off.includes('tuntituote_toisto'),
  tyovuorot: !off.includes('tyovuorot'),
})

export const allFeatures: Features = featuresWithout([])

/** What is said of whatever belongs to a feature that is switched off. */
export const featureOff = (feature: FeatureName): string => `Toiminto ${featureLabels[feature]} ei ole käytössä.`

/** What a company without some features cannot do with an entity's rows; each names the feature. */
export type SwitchedOff = {
  reads: FeatureName | null
  writes: FeatureName | null
  fields: readonly { field: string; feature: FeatureName }[]
}

/** The features that the company has, and what goes with those that it has not, by entity. */
export type Switches = { features: Features; off: (entity: string) => SwitchedOff }
