/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/vanillajs" />
/** A page of the guide (tools/guide/guide-pages.ts). */
declare module '*.md' {
  const page: { title: string; headings: { id: string; text: string }[]; html: string }
  export default page
}
