/** The features that administrators can switch off (rules/settings.md#feature-switches), with their labels. */
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

/** Whether each feature is switched on. */
export type Features = Readonly<Record<FeatureName, boolean>>

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

/** The message of a refusal because the feature is switched off. */
export const featureOff = (feature: FeatureName): string => `Toiminto ${featureLabels[feature]} ei ole käytössä.`

/** What is refused for an entity because of switched-off features: the feature that refuses reading, writing, or changing a field. */
export type SwitchedOff = {
  reads: FeatureName | null
  writes: FeatureName | null
  fields: readonly { field: string; feature: FeatureName }[]
}

/** The features that are switched on, and what is refused for an entity because of the others. */
export type Switches = { features: Features; off: (entity: string) => SwitchedOff }
