// For the tests: the drawing process itself, but at a waybill whose reference is JUMI it never comes to an end.
import type { PrintQuestion } from './print-messages.ts'

process.on('message', (question: PrintQuestion) => {
  while (question.kind === 'add' && JSON.stringify(question.part).includes('JUMI'));
})
await import('./print-process.ts')
