/**
 * How the server's JavaScript engine keeps memory small: answers are short-lived text, which a small nursery collects as
 * well as a large one, and the rest of the house fits into the old space many times over.
 */
export const serverFlags = ['--max-semi-space-size=16', '--max-old-space-size=128']
