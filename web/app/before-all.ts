import { config } from 'zod'

// The page's security policy forbids code made at run time; zod would try it, and the browser report it as an error.
config({ jitless: true })
