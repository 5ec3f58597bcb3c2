import type { CSSProperties } from 'react'

type Rgb = readonly [red: number, green: number, blue: number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
/** Darker than every light surface on which a coloured text stands, and lighter than every dark one. */
const surfaces = { light: [238, 238, 238], dark: [58, 44, 18] } as const satisfies Record<string, Rgb>
/** WCAG 1.4.3, for text. */
const enough = 4.5

function parse(color: string): Rgb {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)
  const part = (at: number): number => Number.parseInt(digits?.[at] ?? 'ff', 16)
  return [part(1), part(2), part(3)]
}

const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratio(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}

export const contrast = (a: string, b: string): number => ratio(parse(a), parse(b))

/** The colour itself, or as much darker or lighter as it takes to read it on the surface. */
function readable(color: Rgb, surface: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const mix = (from: number, to: number): number => from * (1 - share) + to * share
    const mixed: Rgb = [mix(color[0], towards[0]), mix(color[1], towards[1]), mix(color[2], towards[2])]
    if (ratio(mixed, surface) >= enough) return mixed
  }
  return towards
}

/** For any colour that somebody has chosen: the text on it, and the same hue as text on light and on dark surfaces. */
export function shadesOf(color: string): { on: string; light: string; dark: string } {
  const rgb = parse(color)
  return {
    on: write(ratio(rgb, white) >= enough ? white : black),
    light: write(readable(rgb, surfaces.light, black)),
    dark: write(readable(rgb, surfaces.dark, white)),
  }
}

const known = new Map<string, CSSProperties>()

/** CSS variables: `--chip` the colour, `--chip-on` the text on it, `--chip-ink` the text and lines of its hue on a surface. */
export function chipStyle(color: string): CSSProperties {
  const ready = known.get(color)
  if (ready) return ready
  const { on, light, dark } = shadesOf(color)
  const style = { '--chip': color, '--chip-on': on, '--chip-ink': `light-dark(${light}, ${dark})` } as CSSProperties
  known.set(color, style)
  return style
}
