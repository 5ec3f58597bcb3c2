export type LabelledRoute = { reittinro: string; name: string; tunniste: string }

/** `12`: what a chip or a sentence has of a work route; its name when it has no number, and `TYR-16` when it has neither. */
export const routeLabel = ({ reittinro, name, tunniste }: LabelledRoute): string => reittinro || name || tunniste

/** `12 Keskustan jakelu`, as it is chosen from a list. */
export const routeTitle = ({ reittinro, name, tunniste }: LabelledRoute): string => [reittinro, name].filter(Boolean).join(' ') || tunniste
