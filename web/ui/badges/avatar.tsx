import classes from './avatar.module.css'

/** `Mika Salonen` → `MS`. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return `${words[0]?.[0] ?? '?'}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase()
}

/** A person's initials beside their written name; hidden from screen readers, since the name says the same. */
export function Avatar({ name, size = 22 }: { name: string; size?: number }) {
  return (
    <span className={classes.avatar} style={{ width: size, height: size, fontSize: size * 0.42 }} aria-hidden>
      {initials(name)}
    </span>
  )
}
